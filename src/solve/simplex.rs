//! The dual simplex method, exact: each row of the table has integers and its own scale, so that nothing is
//! ever rounded. Numbers that become too large are an error, never a wrong result.

use super::linear_sums::gcd;

/// An error: numbers became too large, or time ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SolveAborted;

/// The position of a variable: basic in a row, or nonbasic in a column.
#[derive(Clone, Copy, Debug)]
enum VariablePosition {
    Row(usize),
    Column(usize),
}

/// A row, which stands for `scale * basic + sum of cells * the other variables = right`.
#[derive(Clone, Debug)]
struct TableauRow {
    basic: usize,
    scale: i128,
    cells: Vec<i128>,
    right: i128,
}

/// A simplex table whose variables are all 0 or more, with a goal to minimise.
///
/// The factors of the goal are never negative, which the dual method requires.
#[derive(Clone, Debug)]
pub(super) struct Tableau {
    rows: Vec<TableauRow>,
    columns: Vec<usize>,
    goal: Vec<i128>,
    places: Vec<VariablePosition>,
}

impl Tableau {
    /// Creates a table without rows. `goal` has a factor for each variable, 0 or more.
    pub(super) fn new(goal: Vec<i128>) -> Self {
        let n = goal.len();
        Self {
            rows: Vec::new(),
            columns: (0..n).collect(),
            goal,
            places: (0..n).map(VariablePosition::Column).collect(),
        }
    }

    /// Adds the constraint `sum of factors * variables <= right`.
    pub(super) fn add(&mut self, factors: &[(usize, i128)], right: i128) -> Result<(), SolveAborted> {
        let mut row =
            TableauRow { basic: self.places.len(), scale: 1, cells: vec![0; self.columns.len()], right };
        for (variable, factor) in factors {
            match self.places[*variable] {
                VariablePosition::Column(at) => row.cells[at] = add(row.cells[at], mul(*factor, row.scale)?)?,
                VariablePosition::Row(at) => {
                    // Replace a basic variable by what its own row gives for it
                    let own = &self.rows[at];
                    let up = own.scale / gcd(own.scale, *factor);
                    row.multiply(up)?;
                    let times = mul(*factor, row.scale)? / own.scale;
                    for (cell, other) in row.cells.iter_mut().zip(&own.cells) {
                        *cell = sub(*cell, mul(times, *other)?)?;
                    }
                    row.right = sub(row.right, mul(times, own.right)?)?;
                }
            }
        }
        row.divide_by_common();
        self.places.push(VariablePosition::Row(self.rows.len()));
        self.rows.push(row);
        Ok(())
    }

    /// Makes every variable 0 or more and the goal as small as possible. Returns `false` if that is
    /// impossible.
    ///
    /// `late` is called often and returns `true` to stop the search.
    pub(super) fn solve(&mut self, late: &mut dyn FnMut() -> bool) -> Result<bool, SolveAborted> {
        let mut steps = 0_usize;
        loop {
            steps += 1;
            if late() {
                return Err(SolveAborted);
            }
            // Choose the worst row at first; after many steps always the first row, which cannot cycle
            let patient = steps > 60 + 2 * self.rows.len();
            let Some(row) = self.choose_row(patient)? else { return Ok(true) };
            let Some(column) = self.choose_column(row)? else { return Ok(false) };
            self.pivot(row, column, late)?;
        }
    }

    /// Returns a row whose variable is negative and must leave the basis. `None` if there is none.
    fn choose_row(&self, first: bool) -> Result<Option<usize>, SolveAborted> {
        let mut found: Option<usize> = None;
        for (at, row) in self.rows.iter().enumerate().filter(|(_, r)| r.right < 0) {
            let better = match found.map(|f| &self.rows[f]) {
                None => true,
                Some(best) if first => row.basic < best.basic,
                Some(best) => mul(row.right, best.scale)? < mul(best.right, row.scale)?,
            };
            if better {
                found = Some(at);
            }
        }
        Ok(found)
    }

    /// Returns the column whose variable enters the basis in this row. `None` if the row cannot be satisfied.
    fn choose_column(&self, row: usize) -> Result<Option<usize>, SolveAborted> {
        let cells = &self.rows[row].cells;
        let mut found: Option<usize> = None;
        for (at, cell) in cells.iter().enumerate().filter(|(_, c)| **c < 0) {
            let better = match found {
                None => true,
                Some(best) => {
                    let (mine, other) = (mul(self.goal[at], -cells[best])?, mul(self.goal[best], -*cell)?);
                    mine < other || mine == other && self.columns[at] < self.columns[best]
                }
            };
            if better {
                found = Some(at);
            }
        }
        Ok(found)
    }

    /// Exchanges the variable of a row with that of a column.
    fn pivot(
        &mut self,
        at: usize,
        column: usize,
        late: &mut dyn FnMut() -> bool,
    ) -> Result<(), SolveAborted> {
        let mut row = self.rows[at].clone();
        let turn = if row.cells[column] < 0 { -1 } else { 1 };
        for cell in &mut row.cells {
            *cell *= turn;
        }
        row.right *= turn;
        let scale = row.cells[column];
        row.cells[column] = row.scale * turn;
        row.scale = scale;
        let (leaves, enters) = (row.basic, self.columns[column]);
        row.basic = enters;
        row.divide_by_common();
        for (other, target) in self.rows.iter_mut().enumerate() {
            let factor = target.cells[column];
            if other == at || factor == 0 {
                continue;
            }
            // One step may take long in a large table
            if other.is_multiple_of(64) && late() {
                return Err(SolveAborted);
            }
            target.cells[column] = 0;
            let (up, times) = without_common_divisor(row.scale, factor);
            target.multiply(up)?;
            for (cell, mine) in target.cells.iter_mut().zip(&row.cells) {
                if *mine != 0 {
                    *cell = sub(*cell, mul(times, *mine)?)?;
                }
            }
            target.right = sub(target.right, mul(times, row.right)?)?;
            target.divide_by_common();
        }
        let factor = self.goal[column];
        if factor != 0 {
            self.goal[column] = 0;
            let (up, times) = without_common_divisor(row.scale, factor);
            for (cell, mine) in self.goal.iter_mut().zip(&row.cells) {
                *cell = sub(mul(*cell, up)?, mul(times, *mine)?)?;
            }
            let shared = self.goal.iter().fold(0, |g, c| gcd(g, *c));
            if shared > 1 {
                self.goal.iter_mut().for_each(|c| *c /= shared);
            }
        }
        self.rows[at] = row;
        self.columns[column] = leaves;
        self.places[leaves] = VariablePosition::Column(column);
        self.places[enters] = VariablePosition::Row(at);
        Ok(())
    }

    /// Returns a variable's value as numerator and denominator.
    pub(super) fn value(&self, variable: usize) -> (i128, i128) {
        match self.places[variable] {
            VariablePosition::Column(_) => (0, 1),
            VariablePosition::Row(at) => (self.rows[at].right, self.rows[at].scale),
        }
    }
}

impl TableauRow {
    /// Multiplies the whole row, including its scale.
    fn multiply(&mut self, times: i128) -> Result<(), SolveAborted> {
        if times != 1 {
            for cell in &mut self.cells {
                *cell = mul(*cell, times)?;
            }
            self.right = mul(self.right, times)?;
            self.scale = mul(self.scale, times)?;
        }
        Ok(())
    }

    /// Divides the whole row by its greatest common divisor, to keep numbers small.
    fn divide_by_common(&mut self) {
        let mut shared = gcd(self.scale, self.right);
        for cell in &self.cells {
            if shared == 1 {
                return;
            }
            shared = gcd(shared, *cell);
        }
        if shared > 1 {
            self.cells.iter_mut().for_each(|c| *c /= shared);
            self.right /= shared;
            self.scale /= shared;
        }
    }
}

/// Divides two numbers by their greatest common divisor.
fn without_common_divisor(a: i128, b: i128) -> (i128, i128) {
    let shared = gcd(a, b);
    (a / shared, b / shared)
}

fn mul(a: i128, b: i128) -> Result<i128, SolveAborted> {
    a.checked_mul(b).ok_or(SolveAborted)
}

fn add(a: i128, b: i128) -> Result<i128, SolveAborted> {
    a.checked_add(b).ok_or(SolveAborted)
}

fn sub(a: i128, b: i128) -> Result<i128, SolveAborted> {
    a.checked_sub(b).ok_or(SolveAborted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn never() -> impl FnMut() -> bool {
        || false
    }

    #[test]
    fn smallest_sum_is_exact() {
        // x + 2y >= 4 and 3x + y >= 6 meet in x = 8/5, y = 6/5, where x + y is 14/5
        let mut table = Tableau::new(vec![1, 1]);
        table.add(&[(0, -1), (1, -2)], -4).unwrap();
        table.add(&[(0, -3), (1, -1)], -6).unwrap();
        assert_eq!(table.solve(&mut never()), Ok(true));
        let value = |v| {
            let (n, d) = table.value(v);
            (n * 5, d)
        };
        let (x, y) = (value(0), value(1));
        assert_eq!((x.0, y.0), (8 * x.1, 6 * y.1));
    }

    #[test]
    fn contradiction_has_no_solution() {
        let mut table = Tableau::new(vec![0, 0]);
        table.add(&[(0, 1), (1, 1)], 3).unwrap();
        table.add(&[(0, -2), (1, -2)], -7).unwrap();
        assert_eq!(table.solve(&mut never()), Ok(false));
    }

    #[test]
    fn row_can_be_added_to_a_solved_table() {
        let mut table = Tableau::new(vec![1, 3]);
        table.add(&[(0, -1), (1, -1)], -5).unwrap();
        assert_eq!(table.solve(&mut never()), Ok(true));
        assert_eq!(table.value(0), (5, 1));
        table.add(&[(0, 1)], 2).unwrap();
        assert_eq!(table.solve(&mut never()), Ok(true));
        assert_eq!((table.value(0), table.value(1)), ((2, 1), (3, 1)));
    }

    #[test]
    fn too_large_numbers_are_an_error() {
        let mut table = Tableau::new(vec![0, 0]);
        let big = i128::MAX / 2;
        table.add(&[(0, -3), (1, -5)], -big).unwrap();
        table.add(&[(0, big), (1, big - 1)], 7).unwrap();
        assert_eq!(table.solve(&mut never()), Err(SolveAborted));
    }
}
