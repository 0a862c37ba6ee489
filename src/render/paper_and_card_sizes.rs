//! Sizes of papers and cards, and where cards are placed on a page.

use serde::Serialize;

use super::length::Length;

/// A width and a height on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Dimensions {
    /// The width.
    pub width: Length,
    /// The height.
    pub height: Length,
}

/// The paper of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Paper {
    /// 210 x 297 mm
    #[default]
    A4,
    /// 8.5 x 11 inches
    Letter,
}

impl Paper {
    /// Returns the size in portrait orientation.
    pub fn size(self) -> Dimensions {
        match self {
            Self::A4 => Dimensions { width: Length::from_mm(210), height: Length::from_mm(297) },
            Self::Letter => Dimensions { width: Length(215_900), height: Length(279_400) },
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
pub const EDGE_MARGIN: Length = Length(5_000);
/// The smallest card with room for a name, a profile and a line of text.
const SMALLEST_CARD: Dimensions = Dimensions { width: Length(40_000), height: Length(54_000) };

impl Dimensions {
    /// Parses the size of a card: a name such as `poker`, or a width and height in millimetres such as
    /// `63x88`.
    ///
    /// # Errors
    /// Returns a message that says what is expected.
    pub fn parse_card(text: &str) -> Result<Self, String> {
        let size = |width, height| Ok(Self { width: Length(width), height: Length(height) });
        match text {
            "poker" => return size(63_000, 88_000),
            "bridge" => return size(57_000, 88_000),
            "tarot" => return size(70_000, 120_000),
            "a7" => return size(74_000, 105_000),
            _ => {}
        }
        let read =
            text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some((Length::parse(w)?, Length::parse(h)?)));
        let Some((width, height)) = read else {
            return Err(
                "a card is poker, bridge, tarot, a7 or its width and height in millimetres, such as 63x88"
                    .to_owned(),
            );
        };
        if width < SMALLEST_CARD.width || height < SMALLEST_CARD.height {
            return Err(format!(
                "a card of {width}x{height} mm has no room for a unit; the smallest is {}x{} mm",
                SMALLEST_CARD.width, SMALLEST_CARD.height
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
pub struct CardGrid {
    /// The size of the paper in the orientation used.
    pub paper: Dimensions,
    /// Whether the paper is in landscape orientation.
    pub is_landscape: bool,
    /// The number of cards side by side.
    pub columns: i64,
    /// The number of rows of cards.
    pub rows: i64,
    /// The size of one card. For folded cards, of the front and the back together.
    pub cell: Dimensions,
    /// The space between cards.
    pub gutter: Length,
}

impl CardGrid {
    /// Returns the grid with the most cards, portrait or landscape.
    ///
    /// `None` if not even one card fits.
    pub fn best_fit(paper: Paper, cell: Dimensions, gutter: Length) -> Option<Self> {
        let upright = Self::fit_on(paper.size(), false, cell, gutter);
        let lying = Self::fit_on(paper.size().turned(), true, cell, gutter);
        let best = if lying.cards_per_sheet() > upright.cards_per_sheet() { lying } else { upright };
        (best.cards_per_sheet() > 0).then_some(best)
    }

    fn fit_on(paper: Dimensions, landscape: bool, cell: Dimensions, gutter: Length) -> Self {
        let fit =
            |room: Length, card: Length| ((room - EDGE_MARGIN * 2 + gutter).0 / (card + gutter).0).max(0);
        let (columns, rows) = (fit(paper.width, cell.width), fit(paper.height, cell.height));
        Self { paper, is_landscape: landscape, columns, rows, cell, gutter }
    }

    /// Returns the number of cards on one side of a sheet.
    pub fn cards_per_sheet(&self) -> i64 {
        self.columns * self.rows
    }

    /// Returns the left edge of a column of cards.
    ///
    /// Whole pixels, so that rounding does not make one card larger than its neighbour.
    pub fn column_left(&self, column: i64) -> Length {
        centred_position(self.paper.width, self.cell.width, self.gutter, self.columns, column)
    }

    /// Returns the upper edge of a row of cards.
    pub fn row_top(&self, row: i64) -> Length {
        centred_position(self.paper.height, self.cell.height, self.gutter, self.rows, row)
    }

    /// Returns the position at which to print the back of a card, so that it is behind the front after the
    /// sheet is turned over its long edge.
    pub fn back_position(&self, x: Length, y: Length, height: Length) -> (Length, Length) {
        if self.is_landscape {
            (x, (self.paper.height - y - height).snap_to_pixel())
        } else {
            ((self.paper.width - x - self.cell.width).snap_to_pixel(), y)
        }
    }
}

/// Returns where card number `at` begins if `count` cards are centred on the paper.
fn centred_position(paper: Length, card: Length, gutter: Length, count: i64, at: i64) -> Length {
    let all = card * count + gutter * (count - 1);
    (paper - all).half().snap_to_pixel() + (card + gutter).snap_to_pixel() * at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out by hand: 3 x 63 = 189 and 3 x 88 = 264 leave 21 and 33 mm on A4; 15.4 mm of height on
    /// Letter.
    #[test]
    fn a_sheet_takes_as_many_cards_as_fit() {
        let poker = Dimensions::parse_card("poker").unwrap();
        for paper in [Paper::A4, Paper::Letter] {
            let grid = CardGrid::best_fit(paper, poker, Length(0)).unwrap();
            assert_eq!((grid.columns, grid.rows, grid.is_landscape), (3, 3, false), "{paper:?}");
        }
        // 210 - 10 = 200 has room for two cards of 74; in landscape, 287 / 74 = 3 by 200 / 105 = 1
        let grid = CardGrid::best_fit(Paper::A4, Dimensions::parse_card("a7").unwrap(), Length(0)).unwrap();
        assert_eq!((grid.columns, grid.rows), (2, 2));
        // 31 mm are 117.2 pixels
        assert_eq!(grid.column_left(0), Length::from_pixels(117));
        // With 12 mm between, three poker cards need 189 + 24 = 213 mm
        let grid = CardGrid::best_fit(Paper::A4, poker, Length::from_mm(12)).unwrap();
        assert_eq!((grid.columns, grid.rows, grid.is_landscape), (3, 2, true));
    }

    /// Turning over the long edge exchanges left and right in portrait, and top and bottom in landscape.
    #[test]
    fn backs_lie_behind_their_fronts() {
        let poker = Dimensions::parse_card("poker").unwrap();
        // Half a pixel is 132 thousandths of a millimetre; columns may also be that far off the centre
        let within = |most: i64, a: (Length, Length), b: (Length, Length)| {
            (a.0 - b.0).0.abs() <= most && (a.1 - b.1).0.abs() <= most
        };
        let near = |a, b| within(140, a, b);
        let grid = CardGrid::best_fit(Paper::A4, poker, Length(0)).unwrap();
        // 210 - 3 x 63 leaves 10.5 mm at each side
        assert!(near(
            grid.back_position(Length(10_500), Length(16_500), Length::from_mm(88)),
            (Length(136_500), Length(16_500))
        ));
        let lying = CardGrid::best_fit(Paper::A4, poker, Length::from_mm(12)).unwrap();
        // 210 - 2 x 88 - 12 leaves 11 mm above and below
        assert!(near(
            lying.back_position(lying.column_left(1), Length::from_mm(11), Length::from_mm(88)),
            (lying.column_left(1), Length::from_mm(111))
        ));
        for grid in [grid, lying] {
            for (column, row) in (0..grid.columns).flat_map(|c| (0..grid.rows).map(move |r| (c, r))) {
                let behind =
                    grid.back_position(grid.column_left(column), grid.row_top(row), Length::from_mm(88));
                let place = |c: i64, r: i64| within(280, (grid.column_left(c), grid.row_top(r)), behind);
                assert!((0..grid.columns).any(|c| (0..grid.rows).any(|r| place(c, r))), "{column} {row}");
            }
        }
    }

    #[test]
    fn cards_are_named_or_measured() {
        assert_eq!(Dimensions::parse_card("63x88"), Dimensions::parse_card("poker"));
        assert_eq!(Dimensions::parse_card("57.5x88").unwrap().width, Length(57_500));
        assert!(Dimensions::parse_card("pokr").unwrap_err().contains("poker, bridge"));
        assert!(Dimensions::parse_card("10x10").unwrap_err().contains("40x54"));
    }
}
