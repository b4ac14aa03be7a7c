/** Three significant digits, as one reads a loss: `0.031`, `1.84`. */
export function formatLoss(loss: number): string {
  return loss >= 1 ? loss.toFixed(2) : loss >= 0.001 ? loss.toFixed(3) : loss.toExponential(1);
}
