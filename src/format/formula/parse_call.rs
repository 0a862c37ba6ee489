//! Parses function calls with their arguments.

use std::ops::Range;

use crate::yaml::ValueError;

use super::ast::{Expr, ExprKind, Rounding};
use super::formula_error;
use super::functions::Function;
use super::lexer::TokenKind;
use super::parser::Parser;
use super::selector::FormulaId;

/// How deep `sum`, `highest` and `lowest` may be nested. Each level goes over the whole army again, so that time grows
/// with the power of the depth.
const MAX_LOOP_DEPTH: usize = 3;

/// A function call that is being parsed.
struct OpenCall {
    function: Function,
    /// The bytes from the function's name to its opening bracket.
    head: Range<usize>,
}

impl Parser<'_> {
    /// Parses the arguments of a function, from its opening to its closing bracket. `word` is the range of
    /// its name.
    pub(super) fn parse_call(
        &mut self,
        function: Function,
        word: &Range<usize>,
    ) -> Result<ExprKind, ValueError> {
        let open = self.expect_bracket(TokenKind::Open, "\"(\"", function.usage())?;
        let call = OpenCall { function, head: word.start..open.end };
        if self.eat(TokenKind::Close).is_some() {
            return Err(self.wrong_argument_count(&call, &[], 0));
        }
        let loops =
            |function: &Function| matches!(function, Function::Sum | Function::Highest | Function::Lowest);
        if loops(&function) && self.open_calls.iter().filter(|outer| loops(outer)).count() >= MAX_LOOP_DEPTH {
            return Err(formula_error(
                word.clone(),
                format!("sum, highest and lowest are nested more than {MAX_LOOP_DEPTH} deep"),
                "an army has units, and a unit has parts; nothing is deeper",
            ));
        }
        self.open_calls.push(function);
        let kind = self.parse_nested(&call.head, |parser| parser.parse_arguments(&call))?;
        self.open_calls.pop();
        Ok(kind)
    }

    /// Parses the arguments that this function takes.
    fn parse_arguments(&mut self, call: &OpenCall) -> Result<ExprKind, ValueError> {
        let (option, tag) = ("the id of an option", "a tag");
        Ok(match call.function {
            Function::If => {
                let [condition, then, otherwise] = self.parse_exactly(call, 0)?;
                ExprKind::If { condition, then, otherwise }
            }
            Function::Min => ExprKind::Min(self.parse_several(call)?),
            Function::Max => ExprKind::Max(self.parse_several(call)?),
            Function::Floor => self.rounding_suffix(call, Rounding::Floor)?,
            Function::Ceil => self.rounding_suffix(call, Rounding::Ceil)?,
            Function::Round => self.rounding_suffix(call, Rounding::Nearest)?,
            Function::OrElse => {
                let [value, otherwise] = self.parse_exactly(call, 0)?;
                ExprKind::OrElse(value, otherwise)
            }
            Function::Has => ExprKind::Has(self.parse_only_id(call, option)?),
            Function::Taken => ExprKind::Taken(self.parse_only_id(call, option)?),
            Function::Is => ExprKind::Is(self.parse_only_id(call, tag)?),
            Function::Count => {
                let over = self.parse_selector()?;
                let [] = self.parse_exactly(call, 1)?;
                ExprKind::Count(over)
            }
            Function::Sum => {
                let over = self.parse_selector()?;
                let [of] = self.parse_exactly(call, 1)?;
                ExprKind::Sum { over, of }
            }
            Function::Highest => {
                let over = self.parse_selector()?;
                let [of] = self.parse_exactly(call, 1)?;
                ExprKind::Highest { over, of }
            }
            Function::Lowest => {
                let over = self.parse_selector()?;
                let [of] = self.parse_exactly(call, 1)?;
                ExprKind::Lowest { over, of }
            }
            Function::Cell => {
                let table = self.parse_id(call, "the id of a table")?;
                let [row, column] = self.parse_exactly(call, 1)?;
                ExprKind::Cell { table, row, column }
            }
        })
    }

    /// Parses the single argument of a rounding function.
    fn rounding_suffix(&mut self, call: &OpenCall, how: Rounding) -> Result<ExprKind, ValueError> {
        let [of] = self.parse_exactly(call, 0)?;
        Ok(ExprKind::Round { how, of })
    }

    /// Parses an id that is the only argument. `what` names it in messages.
    fn parse_only_id(&mut self, call: &OpenCall, what: &str) -> Result<FormulaId, ValueError> {
        let word = self.parse_id(call, what)?;
        let [] = self.parse_exactly(call, 1)?;
        Ok(word)
    }

    /// Parses an id. `what` names it in messages.
    fn parse_id(&mut self, call: &OpenCall, what: &str) -> Result<FormulaId, ValueError> {
        let range = self.expect_word(what, &format!("write {}", call.function.usage()))?;
        Ok(FormulaId { text: self.slice(&range).to_owned(), range })
    }

    /// Parses exactly `N` arguments, after `read` ones that have been parsed already.
    fn parse_exactly<const N: usize>(
        &mut self,
        call: &OpenCall,
        read: usize,
    ) -> Result<[Box<Expr>; N], ValueError> {
        let rest = self.parse_rest(call, read > 0)?;
        if rest.len() == N {
            let boxed: Vec<Box<Expr>> = rest.into_iter().map(Box::new).collect();
            boxed.try_into().map_err(|_| self.wrong_argument_count(call, &[], read))
        } else {
            Err(self.wrong_argument_count(call, &rest, read))
        }
    }

    /// Parses two or more arguments.
    fn parse_several(&mut self, call: &OpenCall) -> Result<Vec<Expr>, ValueError> {
        let all = self.parse_rest(call, false)?;
        if all.len() < 2 { Err(self.wrong_argument_count(call, &all, 0)) } else { Ok(all) }
    }

    /// Parses the arguments up to the closing bracket. If there is an earlier argument (`after`), a comma
    /// comes first.
    fn parse_rest(&mut self, call: &OpenCall, after: bool) -> Result<Vec<Expr>, ValueError> {
        let mut values = Vec::new();
        let mut more = !after || self.parse_comma(call)?;
        while more {
            values.push(self.parse_expression()?);
            more = self.parse_comma(call)?;
        }
        Ok(values)
    }

    /// Parses a comma (`true`) or the closing bracket (`false`).
    fn parse_comma(&mut self, call: &OpenCall) -> Result<bool, ValueError> {
        if self.eat(TokenKind::Comma).is_some() {
            return Ok(true);
        }
        if self.eat(TokenKind::Close).is_some() {
            return Ok(false);
        }
        Err(match self.peek() {
            None => self.unclosed_bracket(&call.head, ")"),
            Some(next) if matches!(next.kind, TokenKind::Word | TokenKind::Number(_) | TokenKind::Open) => {
                self.unexpected_after_expression()
            }
            Some(next) => formula_error(
                next.range.clone(),
                format!("\"{}\" is here, but \",\" or \")\" is expected", self.slice(&next.range)),
                format!("write {}", call.function.usage()),
            ),
        })
    }

    /// Returns the error for a wrong number of arguments: for too few at the whole call, for too many at the
    /// superfluous ones.
    fn wrong_argument_count(&self, call: &OpenCall, rest: &[Expr], read: usize) -> ValueError {
        let (given, name) = (rest.len() + read, call.function.name());
        let (wanted, takes) = match call.function {
            Function::Min | Function::Max => (2, "2 or more".to_owned()),
            other => {
                let wanted = other.usage().matches(',').count() + 1;
                (wanted, wanted.to_string())
            }
        };
        let beyond = rest.get(wanted.saturating_sub(read)..).unwrap_or_default();
        let range = match (beyond.first(), beyond.last()) {
            (Some(first), Some(last)) => first.range.start..last.range.end,
            _ => call.head.start..self.previous_end(),
        };
        let values = if given == 1 { "value" } else { "values" };
        let message = format!("{given} {values} in \"{name}\", it takes {takes}");
        formula_error(range, message, format!("write {}", call.function.usage()))
    }
}
