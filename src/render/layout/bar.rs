//! A bar that shows the shares of points. Parts differ by hatching and numbers, never by colour.

use serde::Serialize;

use super::block::Block;
use crate::format::number::Number;
use crate::render::unit::Um;

/// A bar of shares.
#[derive(Clone, Debug, Serialize)]
pub struct Bar {
    /// The width in millimetres.
    pub width: Um,
    /// The height in millimetres.
    pub height: Um,
    /// The parts from left to right.
    pub parts: Vec<BarPart>,
}

/// A part of the bar.
#[derive(Clone, Debug, Serialize)]
pub struct BarPart {
    /// The left edge in millimetres.
    pub x: Um,
    /// The width in millimetres.
    pub width: Um,
    /// The hatching, 0 to 5.
    pub hatch: usize,
    /// The number in the legend.
    pub number: usize,
    /// Whether the number fits into the part.
    pub wide: bool,
    /// The left edge of the number in millimetres.
    pub at: Um,
}

/// The height of the bar.
pub const BAR: Um = Um(5_000);

/// Returns a bar of these shares.
///
/// `None` if there are fewer than two, if the total is not positive, or if one is negative.
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
