import { sinkOf, type Sink } from '../../src/cli/output/output.ts';

/** A sink without colours that collects its text. */
export function textSink(isTty: boolean): Sink & { readonly written: () => Buffer } {
  const chunks: Buffer[] = [];
  const sink = sinkOf((data) => void chunks.push(Buffer.from(data as string)), { isTty, styled: false, inActions: false });
  return { ...sink, written: () => Buffer.concat(chunks) };
}
