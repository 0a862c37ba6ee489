//! Papers and cards, and how many cards a sheet takes.

use serde::Serialize;

use super::unit::Um;

/// A size on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Size {
    /// Its width.
    pub width: Um,
    /// Its height.
    pub height: Um,
}

/// What is printed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Paper {
    /// 210 x 297 mm
    #[default]
    A4,
    /// 8.5 x 11 inches
    Letter,
}

impl Paper {
    /// Its size, upright.
    pub fn size(self) -> Size {
        match self {
            Self::A4 => Size { width: Um::mm(210), height: Um::mm(297) },
            Self::Letter => Size { width: Um(215_900), height: Um(279_400) },
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::Letter => "letter",
        }
    }
}

/// The least that stays blank around everything: home printers do not reach farther.
pub const EDGE: Um = Um(5_000);
/// The smallest card on which a name, a profile and a line of text have room.
const SMALLEST: Size = Size { width: Um(40_000), height: Um(54_000) };

impl Size {
    /// The size of a card by its name, or by its width and height as `63x88`.
    ///
    /// # Errors
    /// What would be right, in words.
    pub fn card(text: &str) -> Result<Self, String> {
        let of = |width, height| Ok(Self { width: Um(width), height: Um(height) });
        match text {
            "poker" => return of(63_000, 88_000),
            "bridge" => return of(57_000, 88_000),
            "tarot" => return of(70_000, 120_000),
            "a7" => return of(74_000, 105_000),
            _ => {}
        }
        let read = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some((Um::parse(w)?, Um::parse(h)?)));
        let Some((width, height)) = read else {
            return Err(
                "a card is poker, bridge, tarot, a7 or its width and height in millimetres, as 63x88"
                    .to_owned(),
            );
        };
        if width < SMALLEST.width || height < SMALLEST.height {
            return Err(format!(
                "a card of {width}x{height} mm has no room for a unit; the smallest is {}x{} mm",
                SMALLEST.width, SMALLEST.height
            ));
        }
        Ok(Self { width, height })
    }

    /// The same lying on its side.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { width: self.height, height: self.width }
    }
}

/// Where cards stand on a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The paper as it lies.
    pub paper: Size,
    /// Whether it lies on its side.
    pub landscape: bool,
    /// Cards side by side.
    pub columns: i64,
    /// Cards above each other.
    pub rows: i64,
    /// One card, with its back beside it where it is folded over.
    pub cell: Size,
    /// What is between cards.
    pub gutter: Um,
}

impl Grid {
    /// The grid that takes most cards; nothing where not even one fits.
    pub fn of(paper: Paper, cell: Size, gutter: Um) -> Option<Self> {
        let upright = Self::on(paper.size(), false, cell, gutter);
        let lying = Self::on(paper.size().turned(), true, cell, gutter);
        let best = if lying.each() > upright.each() { lying } else { upright };
        (best.each() > 0).then_some(best)
    }

    fn on(paper: Size, landscape: bool, cell: Size, gutter: Um) -> Self {
        let fit = |room: Um, card: Um| ((room - EDGE * 2 + gutter).0 / (card + gutter).0).max(0);
        let (columns, rows) = (fit(paper.width, cell.width), fit(paper.height, cell.height));
        Self { paper, landscape, columns, rows, cell, gutter }
    }

    /// How many cards a sheet takes.
    pub fn each(&self) -> i64 {
        self.columns * self.rows
    }

    /// Where a column of cards begins. Whole pixels, so that rounding makes no card larger than its neighbour.
    pub fn x(&self, column: i64) -> Um {
        place(self.paper.width, self.cell.width, self.gutter, self.columns, column)
    }

    /// Where a row of cards begins.
    pub fn y(&self, row: i64) -> Um {
        place(self.paper.height, self.cell.height, self.gutter, self.rows, row)
    }

    /// Where the back of a card of this height is printed, so that it lies behind it when the sheet is turned over its
    /// long edge.
    pub fn behind(&self, x: Um, y: Um, height: Um) -> (Um, Um) {
        if self.landscape {
            (x, (self.paper.height - y - height).snapped())
        } else {
            ((self.paper.width - x - self.cell.width).snapped(), y)
        }
    }
}

/// Where one of so many cards begins that stand in the middle of the paper.
fn place(paper: Um, card: Um, gutter: Um, count: i64, at: i64) -> Um {
    let all = card * count + gutter * (count - 1);
    (paper - all).half().snapped() + (card + gutter).snapped() * at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counted by hand: 3 x 63 = 189 and 3 x 88 = 264 leave 21 and 33 mm on A4; 15.4 mm of height on Letter.
    #[test]
    fn a_sheet_takes_as_many_cards_as_fit() {
        let poker = Size::card("poker").unwrap();
        for paper in [Paper::A4, Paper::Letter] {
            let grid = Grid::of(paper, poker, Um(0)).unwrap();
            assert_eq!((grid.columns, grid.rows, grid.landscape), (3, 3, false), "{paper:?}");
        }
        // 210 - 10 = 200 takes two cards of 74 and one lying on its side takes 287 / 74 = 3 by 200 / 105 = 1
        let grid = Grid::of(Paper::A4, Size::card("a7").unwrap(), Um(0)).unwrap();
        assert_eq!((grid.columns, grid.rows), (2, 2));
        // 31 mm are 117.2 pixels
        assert_eq!(grid.x(0), Um::pixels(117));
        // With 12 mm between, three poker cards need 189 + 24 = 213 mm
        let grid = Grid::of(Paper::A4, poker, Um::mm(12)).unwrap();
        assert_eq!((grid.columns, grid.rows, grid.landscape), (3, 2, true));
    }

    /// Turned over an upright long edge left and right change sides, over a lying one top and bottom.
    #[test]
    fn backs_lie_behind_their_fronts() {
        let poker = Size::card("poker").unwrap();
        // Half a pixel is 132 thousandths; columns may be as much as that out of the middle besides
        let within =
            |most: i64, a: (Um, Um), b: (Um, Um)| (a.0 - b.0).0.abs() <= most && (a.1 - b.1).0.abs() <= most;
        let near = |a, b| within(140, a, b);
        let grid = Grid::of(Paper::A4, poker, Um(0)).unwrap();
        // 210 - 3 x 63 leaves 10.5 mm at each side
        assert!(near(grid.behind(Um(10_500), Um(16_500), Um::mm(88)), (Um(136_500), Um(16_500))));
        let lying = Grid::of(Paper::A4, poker, Um::mm(12)).unwrap();
        // 210 - 2 x 88 - 12 leaves 11 mm above and below
        assert!(near(lying.behind(lying.x(1), Um::mm(11), Um::mm(88)), (lying.x(1), Um::mm(111))));
        for grid in [grid, lying] {
            for (column, row) in (0..grid.columns).flat_map(|c| (0..grid.rows).map(move |r| (c, r))) {
                let behind = grid.behind(grid.x(column), grid.y(row), Um::mm(88));
                let place = |c: i64, r: i64| within(280, (grid.x(c), grid.y(r)), behind);
                assert!((0..grid.columns).any(|c| (0..grid.rows).any(|r| place(c, r))), "{column} {row}");
            }
        }
    }

    #[test]
    fn cards_are_named_or_measured() {
        assert_eq!(Size::card("63x88"), Size::card("poker"));
        assert_eq!(Size::card("57.5x88").unwrap().width, Um(57_500));
        assert!(Size::card("pokr").unwrap_err().contains("poker, bridge"));
        assert!(Size::card("10x10").unwrap_err().contains("40x54"));
    }
}
