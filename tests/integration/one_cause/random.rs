//! Pseudorandom numbers that are the same in every run.

/// A generator of random numbers (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut n = self.0;
        n = (n ^ (n >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        n = (n ^ (n >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        n ^ (n >> 31)
    }

    /// Returns a number below another one.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end).unwrap()).unwrap()
    }

    /// Returns this many different items of a list.
    pub(crate) fn some_of<T>(&mut self, mut all: Vec<T>, most: usize) -> Vec<T> {
        for at in 0..most.min(all.len()) {
            let other = at + self.below(all.len() - at);
            all.swap(at, other);
        }
        all.truncate(most);
        all
    }
}
