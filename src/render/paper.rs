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

    /// Where a column of cards begins.
    pub fn x(&self, column: i64) -> Um {
        let all = self.cell.width * self.columns + self.gutter * (self.columns - 1);
        (self.paper.width - all).half() + (self.cell.width + self.gutter) * column
    }

    /// Where a row of cards begins.
    pub fn y(&self, row: i64) -> Um {
        let all = self.cell.height * self.rows + self.gutter * (self.rows - 1);
        (self.paper.height - all).half() + (self.cell.height + self.gutter) * row
    }

    /// Where the back of a card is printed, so that it lies behind it when the sheet is turned over its long edge.
    pub fn behind(&self, column: i64, row: i64) -> (i64, i64) {
        if self.landscape { (column, self.rows - 1 - row) } else { (self.columns - 1 - column, row) }
    }
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
        assert_eq!(grid.x(0), Um(31_000));
        // With 12 mm between, three poker cards need 189 + 24 = 213 mm
        let grid = Grid::of(Paper::A4, poker, Um::mm(12)).unwrap();
        assert_eq!((grid.columns, grid.rows, grid.landscape), (3, 2, true));
    }

    #[test]
    fn backs_lie_behind_their_fronts() {
        for (card, gutter) in [("poker", 0), ("tarot", 0), ("poker", 12)] {
            let grid = Grid::of(Paper::A4, Size::card(card).unwrap(), Um::mm(gutter)).unwrap();
            for (column, row) in (0..grid.columns).flat_map(|c| (0..grid.rows).map(move |r| (c, r))) {
                let (x, y) = (grid.x(column), grid.y(row));
                // Turned over an upright long edge left and right change sides, over a lying one top and bottom
                let turned = if grid.landscape {
                    (x, grid.paper.height - y - grid.cell.height)
                } else {
                    (grid.paper.width - x - grid.cell.width, y)
                };
                let behind = grid.behind(column, row);
                assert_eq!((grid.x(behind.0), grid.y(behind.1)), turned, "{card}");
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
