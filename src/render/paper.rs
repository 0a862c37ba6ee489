//! Sizes of papers and cards, and where cards are placed on a page.

use serde::Serialize;

use super::unit::Um;

/// A width and a height on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Size {
    /// The width.
    pub width: Um,
    /// The height.
    pub height: Um,
}

/// The paper of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Paper {
    /// 210 x 297 mm
    #[default]
    A4,
    /// 8.5 x 11 inches
    Letter,
}

impl Paper {
    /// Returns the size in portrait orientation.
    pub fn size(self) -> Size {
        match self {
            Self::A4 => Size { width: Um::mm(210), height: Um::mm(297) },
            Self::Letter => Size { width: Um(215_900), height: Um(279_400) },
        }
    }

    /// Returns the name used on the command line and in templates.
    pub fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::Letter => "letter",
        }
    }
}

/// The margin kept at every edge of the paper. Home printers cannot print closer to the edge.
pub const EDGE: Um = Um(5_000);
/// The smallest card with room for a name, a profile and a line of text.
const SMALLEST: Size = Size { width: Um(40_000), height: Um(54_000) };

impl Size {
    /// Parses the size of a card: a name such as `poker`, or a width and height in millimetres such as
    /// `63x88`.
    ///
    /// # Errors
    /// Returns a message that says what is expected.
    pub fn card(text: &str) -> Result<Self, String> {
        let size = |width, height| Ok(Self { width: Um(width), height: Um(height) });
        match text {
            "poker" => return size(63_000, 88_000),
            "bridge" => return size(57_000, 88_000),
            "tarot" => return size(70_000, 120_000),
            "a7" => return size(74_000, 105_000),
            _ => {}
        }
        let read = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some((Um::parse(w)?, Um::parse(h)?)));
        let Some((width, height)) = read else {
            return Err(
                "a card is poker, bridge, tarot, a7 or its width and height in millimetres, such as 63x88"
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

    /// Returns the size with width and height exchanged.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { width: self.height, height: self.width }
    }
}

/// The positions of cards on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The size of the paper in the orientation used.
    pub paper: Size,
    /// Whether the paper is in landscape orientation.
    pub landscape: bool,
    /// The number of cards side by side.
    pub columns: i64,
    /// The number of rows of cards.
    pub rows: i64,
    /// The size of one card. For folded cards, of the front and the back together.
    pub cell: Size,
    /// The space between cards.
    pub gutter: Um,
}

impl Grid {
    /// Returns the grid with the most cards, portrait or landscape.
    ///
    /// `None` if not even one card fits.
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

    /// Returns the number of cards on one side of a sheet.
    pub fn each(&self) -> i64 {
        self.columns * self.rows
    }

    /// Returns the left edge of a column of cards.
    ///
    /// Whole pixels, so that rounding does not make one card larger than its neighbour.
    pub fn x(&self, column: i64) -> Um {
        place(self.paper.width, self.cell.width, self.gutter, self.columns, column)
    }

    /// Returns the upper edge of a row of cards.
    pub fn y(&self, row: i64) -> Um {
        place(self.paper.height, self.cell.height, self.gutter, self.rows, row)
    }

    /// Returns the position at which to print the back of a card, so that it is behind the front after the
    /// sheet is turned over its long edge.
    pub fn behind(&self, x: Um, y: Um, height: Um) -> (Um, Um) {
        if self.landscape {
            (x, (self.paper.height - y - height).snapped())
        } else {
            ((self.paper.width - x - self.cell.width).snapped(), y)
        }
    }
}

/// Returns where card number `at` begins if `count` cards are centred on the paper.
fn place(paper: Um, card: Um, gutter: Um, count: i64, at: i64) -> Um {
    let all = card * count + gutter * (count - 1);
    (paper - all).half().snapped() + (card + gutter).snapped() * at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out by hand: 3 x 63 = 189 and 3 x 88 = 264 leave 21 and 33 mm on A4; 15.4 mm of height on
    /// Letter.
    #[test]
    fn a_sheet_takes_as_many_cards_as_fit() {
        let poker = Size::card("poker").unwrap();
        for paper in [Paper::A4, Paper::Letter] {
            let grid = Grid::of(paper, poker, Um(0)).unwrap();
            assert_eq!((grid.columns, grid.rows, grid.landscape), (3, 3, false), "{paper:?}");
        }
        // 210 - 10 = 200 has room for two cards of 74; in landscape, 287 / 74 = 3 by 200 / 105 = 1
        let grid = Grid::of(Paper::A4, Size::card("a7").unwrap(), Um(0)).unwrap();
        assert_eq!((grid.columns, grid.rows), (2, 2));
        // 31 mm are 117.2 pixels
        assert_eq!(grid.x(0), Um::pixels(117));
        // With 12 mm between, three poker cards need 189 + 24 = 213 mm
        let grid = Grid::of(Paper::A4, poker, Um::mm(12)).unwrap();
        assert_eq!((grid.columns, grid.rows, grid.landscape), (3, 2, true));
    }

    /// Turning over the long edge exchanges left and right in portrait, and top and bottom in landscape.
    #[test]
    fn backs_lie_behind_their_fronts() {
        let poker = Size::card("poker").unwrap();
        // Half a pixel is 132 thousandths of a millimetre; columns may also be that far off the centre
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
