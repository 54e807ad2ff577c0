import * as fc from 'fast-check';

/**
 * Texts of events: one or two templates in turn, whose `?` are scalars of one of the lists. So few templates make events share shapes.
 * @param most maximum number of events
 */
export const eventTexts = (
  template: fc.Arbitrary<string>,
  scalars: fc.Arbitrary<readonly string[]>,
  most: number,
): fc.Arbitrary<readonly string[]> =>
  fc
    .tuple(
      fc.array(template, { minLength: 1, maxLength: 2 }),
      scalars,
      fc.array(fc.array(fc.nat(), { minLength: 3, maxLength: 3 }), { minLength: 5, maxLength: most }),
    )
    .map(([templates, of, all]) =>
      all.map((picks, i) => {
        let nth = 0;
        return (templates[i % templates.length] ?? '').replaceAll('?', () => of[(picks[nth++] ?? 0) % of.length] ?? '0');
      }),
    );
