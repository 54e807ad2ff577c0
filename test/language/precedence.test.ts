import assert from 'node:assert/strict';
import { hover } from '../../src/language/onDemand.ts';
import { inspect, type Around, type Inspected } from '../support/inspect.ts';
import {
  fileOfLayer,
  forms,
  nameOf,
  placeholderOf,
  positionsOf,
  precedenceCases,
  precedenceFiles,
  probeFile,
  requestNameOf,
  type FormName,
  type LayerName,
  type PrecedenceCase,
} from '../support/precedence.ts';

const host = 'http://127.0.0.1:8080';

/** A case with all its surroundings, and the cursor in the request of a form. */
async function seen(c: PrecedenceCase, form: FormName): Promise<Inspected> {
  const { [probeFile]: text = '', ...files } = precedenceFiles([c], host);
  const own = (layer: LayerName): Readonly<Record<string, string>> => (c.layers.includes(layer) ? { [nameOf(c)]: `of-${layer}` } : {});
  const around: Around = {
    at: probeFile,
    files,
    environment: 'dev',
    answers: own('prompt'),
    variables: own('script'),
    exchanges: {
      login: {
        request: { headers: { 'X-Asked': 'of-asking' } },
        response: { headers: { 'X-Answer': 'of-header' }, body: { token: 'of-answer' } },
      },
    },
    env: { PRECEDENCE: 'of-process' },
    dotenv: { PRECEDENCE: 'of-dotenv' },
    secrets: { PRECEDENCE: 'of-secret' },
    prompts: { precedence: 'of-label' },
  };
  return inspect({ text, offset: text.indexOf(`/${requestNameOf(c, form)}/`) }, around);
}

/** A hover's name for the layer of a value. */
function namedIn(layer: LayerName, markdown: string): number {
  if (layer === 'prompt') return markdown.indexOf('your answer');
  if (layer === 'script') return markdown.indexOf('the script of');
  const file = fileOfLayer[layer];
  const scope = layer.startsWith('environment')
    ? 'environment **dev**, '
    : layer.startsWith('shared')
      ? 'every environment (`$shared`), '
      : '';
  const lead = scope === '' ? '(?:From |\n- )' : scope.replaceAll(/[*()$]/g, '\\$&');
  return markdown.search(new RegExp(`${lead}${file.replaceAll('.', '\\.')}:\\d`));
}

/** The layers in a hover: of the file's own definitions only the effective one. */
const toldOf = (by: readonly LayerName[]): readonly LayerName[] => {
  const ofFile = by.find((layer) => layer.startsWith('file-'));
  return by.filter((layer) => !layer.startsWith('file-') || layer === ofFile);
};

describe('the order of precedence', () => {
  for (const c of precedenceCases) {
    it(`is the same in every position: ${c.title}`, async () => {
      for (const form of forms) {
        const inspected = await seen(c, form);
        const expected = positionsOf(c, form, false);
        const sent = inspected.sent();
        assert.equal(sent.wireUrl, `${host}${expected.target}`);
        for (const [name, value] of Object.entries(expected.headers)) assert.equal(inspected.header(name), value, `${form}: ${name}`);
        // The text of files is filled by who reads them.
        if (form === 'json' || form === 'text' || form === 'form') assert.equal(inspected.body(), expected.body);
      }
    });

    it(`is the same in every hover: ${c.title}`, async () => {
      const { view, tree } = await seen(c, 'json');
      const x = placeholderOf(c);
      let count = 0;
      for (let at = tree.text.indexOf(x); at >= 0; at = tree.text.indexOf(x, at + 1)) {
        const line = tree.text.slice(tree.text.lastIndexOf('\n', at) + 1, at);
        // Scripts have a hover of their own.
        if (/interpolate\(/.test(line)) continue;
        count++;
        const above = line.startsWith('@in-definition') && c.isVariable;
        const reported = toldOf(above ? c.layers.filter((layer) => layer !== 'file-below') : c.layers);
        const markdown = (hover(view, at + 2)?.markdown ?? '').replaceAll('\\', '');
        const shown = above && reported[0] !== c.layers[0] ? (c.inDefinition ?? '') : c.shown;
        assert.ok(markdown.includes(shown), `${line}${x}: ${markdown}`);
        const places = reported.map((layer) => namedIn(layer, markdown));
        assert.ok(
          places.every((place, i) => place > (places[i - 1] ?? -1)),
          `${line}${x} of ${reported.join()}: ${places.join()} in ${markdown}`,
        );
        if (c.isVariable) assert.equal(markdown.split('\n- ').length, reported.length, markdown);
        for (const layer of reported) if (layer.includes('private')) assert.ok(!markdown.includes(`of-${layer}`), markdown);
      }
      assert.ok(count >= forms.length * 4, String(count));
    });
  }
});
