//! Adam over a vector, with a pull towards zero.

/// The state of the descent over one vector of parameters, which begins at zero.
pub struct Adam {
    /// The parameters.
    pub at: Vec<f32>,
    /// Per parameter, what its pull towards zero is: 1/σ² for a prior of width σ.
    pull: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    decay: [f32; 2],
}

const BETA: [f32; 2] = [0.9, 0.999];

impl Adam {
    /// Parameters at zero with the given pulls.
    pub fn new(pull: Vec<f32>) -> Adam {
        let zeros = vec![0.0; pull.len()];
        Adam {
            at: zeros.clone(),
            pull,
            mean: zeros.clone(),
            square: zeros,
            decay: [1.0; 2],
        }
    }

    /// One step of length about `rate` along `gradient`, to which the pulls times `share` are added.
    pub fn step(&mut self, gradient: &[f32], share: f32, rate: f32) {
        for (decay, beta) in self.decay.iter_mut().zip(BETA) {
            *decay *= beta;
        }
        let [first, second] = self.decay.map(|decay| 1.0 - decay);
        for (i, &slope) in gradient.iter().enumerate() {
            let slope = slope + share * self.pull[i] * self.at[i];
            self.mean[i] += (1.0 - BETA[0]) * (slope - self.mean[i]);
            self.square[i] += (1.0 - BETA[1]) * (slope * slope - self.square[i]);
            let size = (self.square[i] / second).sqrt() + 1e-10;
            self.at[i] -= rate * (self.mean[i] / first) / size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::learner::falling;
    use super::*;

    #[test]
    fn finds_the_bottom_between_slope_and_pull() {
        // ½(x−3)² + ½·x²·pull: the bottom is 3/(1+pull).
        let mut adam = Adam::new(vec![0.0, 1.0]);
        for i in 0..2000 {
            let slopes = [adam.at[0] - 3.0, adam.at[1] - 3.0];
            adam.step(&slopes, 1.0, falling(0.1, i, 2000));
        }
        assert!((adam.at[0] - 3.0).abs() < 0.01 && (adam.at[1] - 1.5).abs() < 0.01);
    }
}
