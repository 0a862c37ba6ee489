//! A bar of points, told apart by hatching and numbers, never by colour.

use serde::Serialize;

use super::block::Block;
use crate::format::number::Number;
use crate::render::unit::Um;

/// The bar.
#[derive(Clone, Debug, Serialize)]
pub struct Bar {
    /// Its width in millimetres.
    pub width: Um,
    /// Its height.
    pub height: Um,
    /// Its parts from left to right.
    pub parts: Vec<BarPart>,
}

/// A part of the bar.
#[derive(Clone, Debug, Serialize)]
pub struct BarPart {
    /// Where it begins.
    pub x: Um,
    /// Its width.
    pub width: Um,
    /// Its hatching, 0 to 5.
    pub hatch: usize,
    /// Its number in the legend.
    pub number: usize,
    /// Whether the number has room in it.
    pub wide: bool,
    /// Where the number stands.
    pub at: Um,
}

/// The height of the bar.
pub const BAR: Um = Um(5_000);

/// A bar of these shares; nothing where there is nothing to tell apart.
pub fn bar(shares: &[Number], width: Um) -> Option<Block> {
    let total = shares.iter().try_fold(Number::ZERO, |sum, n| sum.plus(*n))?;
    if shares.len() < 2 || total <= Number::ZERO || shares.iter().any(|n| *n < Number::ZERO) {
        return None;
    }
    let mut parts = Vec::new();
    let (mut done, mut x) = (Number::ZERO, Um(0));
    for (at, share) in shares.iter().enumerate() {
        done = done.plus(*share)?;
        let end = Um(done.times(width.0.into())?.over(total)?.round().whole()?);
        let wide = end - x >= Um(4_500);
        parts.push(BarPart { x, width: end - x, hatch: at % 6, number: at + 1, wide, at: x + Um(700) });
        x = end;
    }
    let bar = Bar { width, height: BAR, parts };
    Some(Block { kind: "bar", h: BAR + Um(1_000), bar: Some(bar), ..Block::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_as_wide_as_their_share() {
        let shares: Vec<Number> = [100, 200, 100].map(|n: i64| n.into()).into();
        let parts = bar(&shares, Um::mm(100)).unwrap().bar.unwrap().parts;
        let widths: Vec<i64> = parts.iter().map(|p| p.width.0).collect();
        assert_eq!(widths, [25_000, 50_000, 25_000]);
        assert!(bar(&shares[..1], Um::mm(100)).is_none());
    }
}
