import { t } from '../../../base/l10n.ts';
import { messageParts } from '../../model/text/messageParts.ts';
import type { Run, TestLine } from '../../model/runModel.ts';
import type { Panel } from '../../panel.ts';
import { Comparison } from './comparison.tsx';
import { Icon } from '../controls/icons.tsx';
import { Text, TextBlock } from '../controls/text.tsx';

interface Numbered {
  readonly test: TestLine;
  readonly index: number;
}

export function TestsTab({ panel, run }: { readonly panel: Panel; readonly run: Run }) {
  const failed = run.tests.filter((test) => !test.passed).length;
  const groups = Map.groupBy(
    run.tests.map((test, index): Numbered => ({ test, index })),
    ({ test }) => test.request ?? '',
  );
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t('Tests')}>
      <p class="summary">
        {failed > 0 && <strong class="failed">{t('{0} failed', failed)}, </strong>}
        {t('{0} passed', run.tests.length - failed)}
      </p>
      {[...groups].map(([request, tests]) => (
        <section key={request}>
          {groups.size > 1 && (
            <h2 class="tests-of">
              <Text text={request === '' ? run.started.name : request} />
            </h2>
          )}
          <ul class="tests">
            {tests.map(({ test, index }) => (
              <li key={index} class={test.passed ? 'test passed' : 'test failed'}>
                <Icon name={test.passed ? 'check' : 'cross'} />
                <div>
                  <TestName panel={panel} run={run} test={test} />
                  {!test.passed && <Failed panel={panel} run={run} test={test} index={index} />}
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Failed({ panel, run, test, index }: Numbered & { readonly panel: Panel; readonly run: Run }) {
  const { message, expected, actual } = test;
  if (expected === undefined || actual === undefined)
    return message === null ? null : (
      <pre class="test-message">
        <Message panel={panel} run={run} test={test} index={index} message={message} />
      </pre>
    );
  return (
    <div class="test-message">
      <Comparison expected={expected} actual={actual} />
      {(expected.includes('\n') || actual.includes('\n')) && (
        <button type="button" class="link" onClick={() => panel.send({ type: 'compareTest', runId: run.started.runId, test: index })}>
          {t('Compare in the editor')}
        </button>
      )}
    </div>
  );
}

/** The message with links to the values and to the parts of schemas that it names. */
function Message({ panel, run, test, index, message }: Numbered & { readonly panel: Panel; readonly run: Run; readonly message: string }) {
  const parts = messageParts(message, test.places ?? []);
  return (
    <>
      {parts.map((part, i) => {
        if (part.kind === 'text') return <TextBlock key={i} text={part.text} />;
        const { kind, text, place } = part;
        const { inBody, event } = test.places?.[place] ?? {};
        const open =
          kind === 'schema'
            ? (): void => panel.send({ type: 'openSchema', runId: run.started.runId, test: index, place })
            : (): void => (event === undefined ? panel.goToValue(inBody ?? '$') : panel.goToEvent(event));
        const title = kind === 'schema' ? t('Open the schema here') : event === undefined ? t('Show in the body') : t('Show the event');
        return (
          // Not a button element: the browser would not break its text in the sentence.
          <span key={i} role="button" tabIndex={0} class="link" title={title} onClick={open} onKeyDown={onEnter(open)}>
            <Text text={text} />
          </span>
        );
      })}
    </>
  );
}

const onEnter =
  (open: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    open();
  };

function TestName({ panel, run, test }: { readonly panel: Panel; readonly run: Run; readonly test: TestLine }) {
  const { line, name, request } = test;
  const text = request !== undefined && name.startsWith(`${request}: `) ? name.slice(request.length + 2) : name;
  const label = (
    <>
      <span class="announcer">{test.passed ? t('Passed') : t('Failed')}: </span>
      <Text text={text} />
    </>
  );
  if (line === null) return <span class="test-name">{label}</span>;
  return (
    <button
      type="button"
      class="test-name link-quiet"
      title={t('Go to line {0}', line)}
      onClick={() => panel.send({ type: 'goTo', file: test.file ?? run.started.file, line, column: 1 })}
    >
      {label}
    </button>
  );
}
