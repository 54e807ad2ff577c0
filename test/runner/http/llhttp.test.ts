import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { firstDifference, type Difference } from '../../support/differential/compare.ts';
import { readByLlhttp } from '../../support/differential/llhttp.ts';
import { meantDifferences } from '../../support/differential/llhttpDifferences.ts';
import { readByOwn } from '../../support/differential/ownReader.ts';
import { connectionBytes, type Generated } from '../../support/differential/responses.ts';

/** Number of generated connections; REQ_TEST_LLHTTP=60000 sets it. */
const runs = Number(process.env['REQ_TEST_LLHTTP'] ?? 3000);

function compared(generated: Generated): Difference | undefined {
  const { wire, slices, heads } = generated;
  const own = readByOwn(slices, heads);
  assert.deepEqual(own, readByOwn([wire], heads), 'our reader reads it otherwise in other slices');
  return firstDifference(generated, own, readByLlhttp(slices, heads));
}

const shown = ({ wire, what, own, llhttp }: Difference): string =>
  `${what}\nwire: ${JSON.stringify(wire.toString('latin1'))}\nown: ${JSON.stringify(own)}\nllhttp: ${JSON.stringify(llhttp)}`;

describe('responses that our reader and llhttp read', () => {
  it('are the same but for the differences that are meant', function () {
    this.timeout(Math.max(300_000, runs * 50));
    const found = new Set<string>();
    let alike = 0;
    fc.assert(
      fc.property(connectionBytes, (generated) => {
        const difference = compared(generated);
        if (difference === undefined) alike++;
        else {
          const names = meantDifferences.filter(({ explains }) => explains(difference)).map(({ name }) => name);
          assert.ok(names.length > 0, shown(difference));
          for (const name of names) found.add(name);
        }
      }),
      { numRuns: runs },
    );
    // Most of what is generated must go through both to the end, or little would be compared.
    assert.ok(alike > runs / 2, `${alike} of ${runs} were alike`);
    assert.ok(found.size > meantDifferences.length / 2, `only ${found.size} of the differences were generated`);
  });

  for (const { name, example, explains } of meantDifferences) {
    it(`differ: ${name}`, () => {
      const wire = Buffer.from(example, 'latin1');
      const difference = compared({ wire, slices: [wire], heads: [] });
      assert.ok(difference !== undefined, 'both read it the same');
      assert.ok(explains(difference), shown(difference));
    });
  }
});
