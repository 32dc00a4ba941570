//! Which states wait to be taken up, and at what cost each was reached.

/// Nodes by bound, the newest first among equals.
#[derive(Default)]
pub struct Queue {
    buckets: Vec<Vec<u32>>,
    lowest: usize,
    /// One past the highest bucket that may hold a node. There can be thousands above it.
    end: usize,
}

impl Queue {
    /// Adds a node.
    pub fn push(&mut self, bound: u16, node: u32) {
        let bound = bound as usize;
        if bound >= self.buckets.len() {
            self.buckets.resize_with(bound + 1, Vec::new);
        }
        self.lowest = self.lowest.min(bound);
        self.end = self.end.max(bound + 1);
        self.buckets[bound].push(node);
    }

    /// Takes out a node of the lowest bound, with the bound.
    pub fn pop(&mut self) -> Option<(u16, u32)> {
        while let Some(bucket) = self.buckets[..self.end].get_mut(self.lowest) {
            if let Some(node) = bucket.pop() {
                return Some((self.lowest as u16, node));
            }
            self.lowest += 1;
        }
        None
    }

    /// Takes every node out, with its bound.
    pub fn drain(&mut self) -> Vec<(u16, u32)> {
        let buckets = self.buckets[..self.end].iter_mut().enumerate();
        buckets.flat_map(|(bound, bucket)| bucket.drain(..).map(move |node| (bound as u16, node))).collect()
    }

    /// Takes every node out.
    pub fn clear(&mut self) {
        if self.lowest < self.end {
            self.buckets[self.lowest..self.end].iter_mut().for_each(Vec::clear);
        }
        (self.lowest, self.end) = (0, 0);
    }
}

/// The least cost at which each state was reached: an open-addressed table that is emptied by
/// counting up.
///
/// Each search begins with few of the slots, however many there are by now: slots far apart would miss
/// the processor's cache in every small search after a large one.
pub struct Seen {
    slots: Vec<Slot>,
    /// How many of the slots are in use, a power of two.
    size: usize,
    used: usize,
    round: u32,
}

const FIRST_SIZE: usize = 256;

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    round: u32,
    cost: u16,
}

impl Default for Seen {
    fn default() -> Self {
        Self { slots: vec![Slot::default(); FIRST_SIZE], size: FIRST_SIZE, used: 0, round: 1 }
    }
}

impl Seen {
    /// Records a cost; `false` if the state was reached as cheaply before.
    pub fn improve(&mut self, key: u64, cost: u16) -> bool {
        if 2 * self.used >= self.size {
            self.grow();
        }
        let place = self.find(key);
        let slot = &mut self.slots[place];
        if slot.round == self.round {
            if slot.cost <= cost {
                return false;
            }
            slot.cost = cost;
        } else {
            *slot = Slot { key, round: self.round, cost };
            self.used += 1;
        }
        true
    }

    /// Whether the state was reached at less cost.
    pub fn is_beaten(&self, key: u64, cost: u16) -> bool {
        let slot = self.slots[self.find(key)];
        slot.round == self.round && slot.cost < cost
    }

    fn find(&self, key: u64) -> usize {
        let mask = self.size - 1;
        // The odd multiplier is the golden ratio's. Only the highest bits of the product depend on all
        // bits of the key.
        let bits = self.size.trailing_zeros();
        let mut place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits)) as usize;
        while self.slots[place].round == self.round && self.slots[place].key != key {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let round = self.round;
        let old: Vec<Slot> = self.slots[..self.size].iter().filter(|slot| slot.round == round).copied().collect();
        self.size *= 4;
        if self.size > self.slots.len() {
            self.slots.resize(self.size, Slot::default());
        }
        self.next_round();
        for slot in old {
            let place = self.find(slot.key);
            self.slots[place] = Slot { round: self.round, ..slot };
        }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Forgets every state.
    pub fn clear(&mut self) {
        self.used = 0;
        self.size = FIRST_SIZE;
        self.next_round();
    }

    fn next_round(&mut self) {
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.slots.fill(Slot::default());
            1
        });
    }
}
