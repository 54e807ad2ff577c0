import { useLayoutEffect } from 'preact/hooks';
import { t } from '../../base/l10n.ts';
import type { Panel } from '../panel.ts';
import { announcementOf } from '../model/announcement.ts';
import type { TabId } from '../model/tabs/tabIds.ts';
import { activeTab, tabsOf } from '../model/tabs/tabs.ts';
import type { Run } from '../model/runModel.ts';
import { AskForm } from './controls/askForm.tsx';
import { BodyTab } from './bodyTab/bodyTab.tsx';
import { IconButton } from './controls/button.tsx';
import { ConsoleTab } from './request/consoleTab.tsx';
import { EventsTab } from './stream/eventsTab.tsx';
import { FailureBox } from './request/failureBox.tsx';
import { Header } from './request/header.tsx';
import { HeadersTab } from './request/headersTab.tsx';
import { RequestTab } from './request/requestTab.tsx';
import { TabBar, panelId, tabId } from './controls/tabBar.tsx';
import { TestsTab } from './request/testsTab.tsx';
import { Text } from './controls/text.tsx';
import { TextTab } from './stream/textTab.tsx';
import { TimelineTab } from './request/timelineTab.tsx';

export function App({ panel }: { readonly panel: Panel }) {
  const run = panel.run.value;
  const error = panel.error.value;
  const form = panel.form.value;
  const entered = panel.entered.value;
  useLayoutEffect(() => {
    if (entered > 0) focusTab();
  }, [entered]);
  return (
    <div class="panel">
      <div class="announcer" role="status" aria-live="polite">
        {announcementOf(run)}
      </div>
      {error !== null && (
        <div class="notice" role="alert">
          <span>
            <Text text={error} />
          </span>
          <IconButton icon="cross" label={t('Dismiss')} onClick={() => panel.dismissError()} />
        </div>
      )}
      {form !== null && <AskForm key={form.askId} panel={panel} form={form} />}
      {run === null && form === null && <p class="calm">{panel.empty.value ?? t('Send a request to see its response here.')}</p>}
      {run !== null && (form === null || run.head !== null) && <RunView panel={panel} run={run} />}
    </div>
  );
}

/** When opened by key, focus the tab bar unless something in the panel had focus. */
function focusTab(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
}

function RunView({ panel, run }: { readonly panel: Panel; readonly run: Run }) {
  const tabs = tabsOf(run);
  const active = activeTab(run, panel.choices.value);
  return (
    <>
      <Header panel={panel} run={run} />
      <FailureBox panel={panel} run={run} />
      {active !== null && (
        <>
          <TabBar tabs={tabs} active={active} onChoose={(id) => panel.chooseTab(id)} />
          <div class={`content content-${active}`} role="tabpanel" id={panelId} aria-labelledby={tabId(active)}>
            {active === 'body' ? (
              <BodyTab panel={panel} run={run} />
            ) : (
              <TabContent key={run.started.runId} panel={panel} run={run} id={active} />
            )}
          </div>
        </>
      )}
    </>
  );
}

function TabContent({ panel, run, id }: { readonly panel: Panel; readonly run: Run; readonly id: Exclude<TabId, 'body'> }) {
  switch (id) {
    case 'text':
      return <TextTab panel={panel} run={run} />;
    case 'headers':
      return <HeadersTab panel={panel} run={run} />;
    case 'events':
      return <EventsTab panel={panel} run={run} />;
    case 'timeline':
      return <TimelineTab panel={panel} run={run} />;
    case 'tests':
      return <TestsTab panel={panel} run={run} />;
    case 'console':
      return <ConsoleTab panel={panel} run={run} />;
    case 'request':
      return <RequestTab panel={panel} run={run} />;
  }
}
