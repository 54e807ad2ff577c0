import type { Run, TestLine } from '../model/run.ts';
import type { Panel } from '../panel.ts';
import { Icon } from './icons.tsx';
import { Text, TextBlock } from './text.tsx';

export function TestsTab({ panel, run }: { readonly panel: Panel; readonly run: Run }) {
  const failed = run.tests.filter((t) => !t.passed).length;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Tests">
      <p class="summary">
        {failed > 0 && <strong class="failed">{failed} failed, </strong>}
        {run.tests.length - failed} passed
      </p>
      <ul class="tests">
        {run.tests.map((test, index) => (
          <li key={index} class={test.passed ? 'test passed' : 'test failed'}>
            <Icon name={test.passed ? 'check' : 'cross'} />
            <div>
              <TestName panel={panel} run={run} test={test} />
              {test.message !== null && (
                <pre class="test-message">
                  <TextBlock text={test.message} />
                </pre>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function TestName({ panel, run, test }: { readonly panel: Panel; readonly run: Run; readonly test: TestLine }) {
  const { line } = test;
  const name = (
    <>
      <span class="announcer">{test.passed ? 'Passed: ' : 'Failed: '}</span>
      <Text text={test.name} />
    </>
  );
  if (line === null) return <span class="test-name">{name}</span>;
  return (
    <button
      type="button"
      class="test-name link-quiet"
      title={`Go to line ${line}`}
      onClick={() => panel.send({ type: 'goTo', file: run.started.file, line, column: 1 })}
    >
      {name}
    </button>
  );
}
