// Writes a small ONNX file: a net without weights that returns the mean colours of a 4 x 4 grid over a square.

/** A protocol buffer field of bytes, which contains a text or a message. */
const bytes = (field: number, content: Buffer | string): Buffer => {
  const raw = Buffer.from(content as string);
  return Buffer.concat([varint((field << 3) | 2), varint(raw.length), raw]);
};

const integer = (field: number, value: number): Buffer => Buffer.concat([varint(field << 3), varint(value)]);

function varint(value: number): Buffer {
  const out: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...out, rest]);
    out.push((rest % 128) | 128);
  }
}

const message = (...fields: Buffer[]) => Buffer.concat(fields);

const float = 1;

/** The name and shape of an input or output. */
const value = (name: string, dims: readonly number[]) => message(
  bytes(1, name),
  bytes(2, bytes(1, message(integer(1, float), bytes(2, message(...dims.map((dim) => bytes(1, integer(1, dim)))))))),
);

/** An AttributeProto with several integers. */
const whole = (name: string, values: readonly number[]) => message(bytes(1, name), ...values.map((v) => integer(8, v)), integer(20, 7));

const node = (type: string, input: string, output: string, ...attributes: Buffer[]) =>
  message(bytes(1, input), bytes(2, output), bytes(4, type), ...attributes.map((attribute) => bytes(5, attribute)));

/** Returns the ONNX file. The side of the square must be a multiple of 4; the output has 48 numbers. */
export function meanColours(side: number): Buffer {
  const graph = message(
    bytes(1, node('AveragePool', 'data', 'pooled', whole('kernel_shape', [side / 4, side / 4]), whole('strides', [side / 4, side / 4]))),
    bytes(1, node('Flatten', 'pooled', 'fc1')),
    bytes(2, 'mean colours'),
    bytes(11, value('data', [1, 3, side, side])),
    bytes(12, value('fc1', [1, 48])),
  );
  return message(integer(1, 8), bytes(7, graph), bytes(8, message(bytes(1, ''), integer(2, 13))));
}
