/** Solves rows * x = values by least squares with the normal equations. All rows must have the same length. */
export function leastSquares(rows: readonly (readonly number[])[], values: readonly number[]): number[] {
  const n = rows[0]?.length ?? 0;
  const matrix = Array.from({ length: n }, () => new Float64Array(n + 1));
  rows.forEach((row, r) => {
    for (let i = 0; i < n; i++) {
      const line = matrix[i] as Float64Array;
      for (let j = 0; j < n; j++) line[j] = (line[j] as number) + (row[i] as number) * (row[j] as number);
      line[n] = (line[n] as number) + (row[i] as number) * (values[r] as number);
    }
  });
  return eliminate(matrix);
}

/** Gaussian elimination with pivoting; a singular matrix gives NaN. */
function eliminate(matrix: Float64Array[]): number[] {
  const n = matrix.length;
  const at = (i: number, j: number) => (matrix[i] as Float64Array)[j] as number;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let i = column + 1; i < n; i++) if (Math.abs(at(i, column)) > Math.abs(at(pivot, column))) pivot = i;
    [matrix[column], matrix[pivot]] = [matrix[pivot] as Float64Array, matrix[column] as Float64Array];
    for (let i = 0; i < n; i++) {
      if (i === column) continue;
      const factor = at(i, column) / at(column, column);
      for (let j = column; j <= n; j++) (matrix[i] as Float64Array)[j] = at(i, j) - factor * at(column, j);
    }
  }
  return matrix.map((_, i) => at(i, n) / at(i, i));
}
