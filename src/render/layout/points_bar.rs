//! A bar that shows the shares of points. Parts differ by hatching and numbers, never by colour.

use super::drawings::{PointsBar, PointsBarPart};
use super::page_blocks::Block;
use crate::format::read_exact_numbers::Number;
use crate::render::length::Length;

/// The height of the bar.
pub const BAR_HEIGHT: Length = Length(5_000);

/// Returns a bar of these shares.
///
/// `None` if there are fewer than two, if the total is not positive, or if one is negative.
pub fn bar_block(shares: &[Number], width: Length) -> Option<Block> {
    let total = shares.iter().try_fold(Number::ZERO, |sum, n| sum.checked_add(*n))?;
    if shares.len() < 2 || total <= Number::ZERO || shares.iter().any(|n| *n < Number::ZERO) {
        return None;
    }
    let mut parts = Vec::new();
    let (mut done, mut x) = (Number::ZERO, Length(0));
    for (at, share) in shares.iter().enumerate() {
        done = done.checked_add(*share)?;
        let end = Length(done.checked_mul(width.0.into())?.checked_div(total)?.round().to_integer()?);
        let wide = end - x >= Length(4_500);
        parts.push(PointsBarPart {
            x,
            width: end - x,
            hatch: at % 6,
            number: at + 1,
            wide,
            at: x + Length(700),
        });
        x = end;
    }
    let bar = PointsBar { width, height: BAR_HEIGHT, parts };
    Some(Block { kind: "bar", h: BAR_HEIGHT + Length(1_000), bar: Some(bar), ..Block::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_as_wide_as_their_share() {
        let shares: Vec<Number> = [100, 200, 100].map(|n: i64| n.into()).into();
        let parts = bar_block(&shares, Length::from_mm(100)).unwrap().bar.unwrap().parts;
        let widths: Vec<i64> = parts.iter().map(|p| p.width.0).collect();
        assert_eq!(widths, [25_000, 50_000, 25_000]);
        assert!(bar_block(&shares[..1], Length::from_mm(100)).is_none());
    }
}
