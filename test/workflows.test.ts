import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { load as parseYaml } from 'js-yaml';

const repository = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(repository, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly repository: { readonly url: string };
  readonly devDependencies: Readonly<Record<string, string>>;
};
const project = manifest.repository.url.replaceAll(/^git\+|\.git$/g, '');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly steps?: readonly Step[];
  readonly uses?: string;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly strategy?: { readonly matrix: { readonly os?: readonly string[]; readonly node: readonly number[] } };
}

interface Workflow {
  readonly on: Readonly<
    Record<string, { readonly inputs?: Readonly<Record<string, { readonly type: string; readonly default: unknown }>> } | null>
  >;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const load = (file: string): unknown => parseYaml(read(file));
const workflow = (name: string): Workflow => load(`.github/workflows/${name}.yml`) as Workflow;
const stepsOf = ({ jobs }: Workflow): readonly Step[] => Object.values(jobs).flatMap(({ steps = [] }) => steps);

for (const name of ['ci', 'package', 'publish'])
  describe(`the workflow ${name}`, () => {
    const parsed = workflow(name);

    it('can only read, except for the identity that signs a package', () => {
      assert.deepEqual(parsed.permissions, { contents: 'read' });
      for (const { permissions = {} } of Object.values(parsed.jobs)) {
        const { 'id-token': identity, ...others } = permissions;
        assert.ok(identity === undefined || (name === 'publish' && identity === 'write'));
        assert.ok(Object.values(others).every((right) => right === 'read'));
      }
    });

    it('uses only actions of GitHub, by version', () => {
      for (const { uses } of stepsOf(parsed)) if (uses !== undefined) assert.match(uses, /^actions\/[\w-]+@(?:v\d+|[\da-f]{40})$/);
    });

    it('calls only scripts and files that exist', () => {
      for (const { run = '' } of stepsOf(parsed))
        for (const [, script = ''] of run.matchAll(/npm run ([\w:]+)/g)) assert.ok(Object.hasOwn(manifest.scripts, script), script);
      for (const { uses } of Object.values(parsed.jobs))
        if (uses !== undefined) assert.ok(fs.existsSync(path.join(repository, uses)), uses);
    });

    it('runs no install script, and ends each job after a time', () => {
      for (const { run = '' } of stepsOf(parsed)) if (/npm (?:ci|install)|npx --yes/.test(run)) assert.match(run, /--ignore-scripts/);
      for (const job of Object.values(parsed.jobs)) assert.ok(job.uses !== undefined || (job['timeout-minutes'] ?? 0) > 0);
    });
  });

describe('the workflow ci', () => {
  it('tests Linux, macOS and Windows with every version of Node that is maintained', () => {
    const matrices = Object.values(workflow('ci').jobs).map(({ strategy }) => strategy?.matrix);
    assert.deepEqual(
      matrices.map((matrix) => matrix?.node),
      [
        [22, 24],
        [22, 24],
      ],
    );
    assert.deepEqual(matrices[1]?.os, ['macos-latest', 'windows-latest']);
  });
});

describe('the workflow publish', () => {
  const publish = workflow('publish');

  it('is started only by hand, and publishes nothing unless chosen', () => {
    assert.deepEqual(Object.keys(publish.on), ['workflow_dispatch']);
    const input = publish.on['workflow_dispatch']?.inputs?.['dry-run'];
    assert.deepEqual([input?.type, input?.default], ['boolean', true]);
    const publishing = stepsOf(publish).filter(({ run = '' }) => / publish /.test(run) && !run.includes('--dry-run'));
    assert.equal(publishing.length, 3);
    for (const step of publishing) assert.equal(step.if, '${{ !inputs.dry-run }}');
  });

  it('passes secrets to the steps that publish, and to no other', () => {
    for (const { env = {}, if: condition } of stepsOf(publish))
      if (Object.values(env).some((value) => value.includes('secrets.'))) assert.equal(condition, '${{ !inputs.dry-run }}');
    const secrets = Array.from(read('.github/workflows/publish.yml').matchAll(/secrets\.(\w+)/g), ([, key]) => key);
    const described = read('CONTRIBUTING.md');
    for (const key of secrets) assert.ok(described.includes(`\`${key}\``), key);
  });
});

describe('the forms of an issue', () => {
  for (const name of ['bug', 'feature'])
    it(`ask by fields that have labels and names: ${name}`, () => {
      const form = load(`.github/ISSUE_TEMPLATE/${name}.yml`) as Form;
      assert.ok(form.name && form.description);
      const fields = form.body.filter(({ type }) => type !== 'markdown');
      assert.ok(fields.length > 0 && fields.every(({ attributes }) => attributes.label));
      assert.equal(new Set(fields.map(({ id }) => id)).size, fields.length);
      assert.ok(fields.some(({ validations }) => validations?.required));
    });

  it('are the only way to an issue, and lead security problems elsewhere', () => {
    const config = load('.github/ISSUE_TEMPLATE/config.yml') as Config;
    assert.equal(config.blank_issues_enabled, false);
    assert.ok(config.contact_links.some(({ url }) => url === `${project}/security/advisories/new`));
  });

  it('name one address for reports, of the project in package.json', () => {
    for (const file of ['SECURITY.md', 'CODE_OF_CONDUCT.md', 'docs/security.md'])
      assert.ok(read(file).includes(`(${project}/security/advisories/new)`), file);
  });
});

interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly {
    readonly type: string;
    readonly id?: string;
    readonly attributes: { readonly label?: string };
    readonly validations?: { readonly required: boolean };
  }[];
}

interface Config {
  readonly blank_issues_enabled: boolean;
  readonly contact_links: readonly { readonly url: string }[];
}
