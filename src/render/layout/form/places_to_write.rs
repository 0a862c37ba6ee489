//! The places of a form to write in at the table: remarks, rounds and signatures.

use super::{FormBuilder, GAP, LABEL, ROUNDS, SIGNATURES, VALUE, WORDS};
use crate::render::layout::drawn_blocks::{Drawn, DrawnFrame, DrawnText, drawn_block};
use crate::render::layout::line_breaking::{bold_text, plain_text};
use crate::render::layout::page_blocks::Block;
use crate::render::length::Length;

impl FormBuilder<'_> {
    /// Returns the box for corrections and remarks.
    pub(super) fn remarks(&self, h: Length) -> Block {
        let label = self.text(
            &plain_text("Corrections and remarks"),
            LABEL,
            (Length(1_000), Length(800), self.width - Length(2_000)),
        );
        let frame = DrawnFrame { w: self.width, h: h - GAP, class: "tile", ..DrawnFrame::default() };
        drawn_block("remarks", h, Drawn { frames: vec![frame], texts: vec![label] })
    }

    /// Returns a table in which an opponent of each round signs to have seen the list.
    pub(super) fn rounds(&self) -> Block {
        let first = Length(31_000);
        let step = Length((self.width - first).0 / 6);
        let (head, h) = (Length(4_600), ROUNDS - GAP);
        let mut frames = vec![
            DrawnFrame { w: first, h: head, class: "tile grey", ..DrawnFrame::default() },
            DrawnFrame { y: head, w: first, h: h - head, class: "tile", ..DrawnFrame::default() },
        ];
        let at = (Length(1_000), Length(700), first - Length(2_000));
        let mut texts = vec![self.text(&plain_text("Round"), LABEL, at)];
        for n in 0..6 {
            let x = first + step * n;
            frames.push(DrawnFrame { x, w: step, h: head, class: "tile grey", ..DrawnFrame::default() });
            frames.push(DrawnFrame {
                x,
                y: head,
                w: step,
                h: h - head,
                class: "tile",
                ..DrawnFrame::default()
            });
            let number = self.text(&plain_text(&(n + 1).to_string()), LABEL, (x, at.1, step));
            texts.push(DrawnText { class: "mid", ..number });
        }
        let words = "Opponent has seen this list (initials)";
        texts.push(self.text(&plain_text(words), LABEL, (at.0, head + Length(600), at.2)));
        drawn_block("rounds", ROUNDS, Drawn { frames, texts })
    }

    /// Returns the boxes for the player and the organiser, with ticks and lines to sign on.
    pub(super) fn signatures(&self) -> Block {
        let wide = (self.width - GAP).half();
        let right = wide + GAP;
        let h = SIGNATURES - Length(2_000);
        let frame = |x: Length| DrawnFrame { x, w: wide, h, class: "tile", ..DrawnFrame::default() };
        let line = |x: Length, y: i64, w: Length| DrawnFrame {
            x,
            y: Length(y),
            w,
            h: Length(200),
            class: "edge",
            ..DrawnFrame::default()
        };
        let tick = |x: i64, y: i64| DrawnFrame {
            x: right + Length(x),
            y: Length(y),
            w: Length(4_000),
            h: Length(4_000),
            class: "bx",
            ..DrawnFrame::default()
        };
        let inner = wide - Length(4_000);
        let frames = vec![
            frame(Length(0)),
            frame(right),
            line(Length(18_000), 19_500, inner - Length(16_000)),
            line(Length(18_000), 28_500, inner - Length(16_000)),
            tick(2_000, 6_500),
            tick(2_000, 11_800),
            tick(26_000, 11_800),
            line(right + Length(2_000), 21_500, inner),
            line(right + Length(20_000), 28_500, inner - Length(18_000)),
        ];
        let left_text =
            |text: &str, y: i64| self.text(&plain_text(text), WORDS, (Length(2_000), Length(y), inner));
        let right_text = |text: &str, x: i64, y: i64| {
            self.text(&plain_text(text), WORDS, (right + Length(x), Length(y), inner - Length(x - 2_000)))
        };
        let head = |text: &str, x: Length| {
            self.text(&bold_text(text), VALUE, (x + Length(2_000), Length(1_200), inner))
        };
        let texts = vec![
            head("Player", Length(0)),
            left_text("This is the army that I bring to the table.", 6_800),
            left_text("Signature", 16_800),
            left_text("Date", 25_800),
            head("Organiser", right),
            right_text("Checked by program: verdict and digest match", 7_000, 6_800),
            right_text("Accepted", 7_000, 12_100),
            right_text("Returned, because", 31_000, 12_100),
            right_text("Name, date", 2_000, 25_800),
        ];
        drawn_block("signatures", SIGNATURES, Drawn { frames, texts })
    }
}
