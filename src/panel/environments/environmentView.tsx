import { counted, t } from '../../base/l10n.ts';
import type { EnvironmentTableData } from '../../protocol/environmentMessages.ts';
import { Icon } from '../view/controls/icons.tsx';
import { Text } from '../view/controls/text.tsx';
import { EnvironmentGrid } from './environmentGrid.tsx';
import type { EnvironmentPage } from './environmentPage.ts';

export function EnvironmentView({ page }: { readonly page: EnvironmentPage }) {
  const table = page.table.value;
  if (table === null) return null;
  const isEmpty = table.columns.length === 0;
  return (
    <main class="panel environment-page">
      <Head page={page} table={table} isEmpty={isEmpty} />
      {table.problem !== null && <Problem page={page} problem={table.problem} />}
      {isEmpty ? table.problem === null && <Empty page={page} /> : <EnvironmentGrid page={page} />}
      {!isEmpty && page.rows.value.length === 0 && (
        <p class="calm environment-none">{page.filter.value === '' ? t('No variables yet.') : t('No variables match the filter.')}</p>
      )}
      {!isEmpty && <Details page={page} />}
    </main>
  );
}

function Head({
  page,
  table,
  isEmpty,
}: {
  readonly page: EnvironmentPage;
  readonly table: EnvironmentTableData;
  readonly isEmpty: boolean;
}) {
  const variables = counted(table.rows.length, '{0} variable', '{0} variables');
  return (
    <header class="environment-head">
      <h1 class="run-title">
        <Text text={table.title} />
      </h1>
      {!isEmpty && <span class="dim">{variables}</span>}
      {!isEmpty && (
        <span class="environment-actions">
          <input
            type="search"
            class="run-filter"
            placeholder={t('Filter')}
            aria-label={t('Filter variables')}
            spellcheck={false}
            value={page.filter.value}
            onInput={(event) => (page.filter.value = event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown') return;
              page.focus({ row: 0, column: page.at.value.column });
              event.preventDefault();
            }}
          />
          <button type="button" class="button secondary" onClick={() => page.send({ type: 'addVariable' })}>
            <Icon name="add" />
            {t('Add Variable')}
          </button>
          <button type="button" class="button secondary" onClick={() => page.send({ type: 'addEnvironment' })}>
            <Icon name="add" />
            {t('Add Environment')}
          </button>
        </span>
      )}
    </header>
  );
}

function Problem({ page, problem }: { readonly page: EnvironmentPage; readonly problem: string }) {
  return (
    <p class="environment-problem" role="alert">
      <Icon name="warning" />
      <span>
        <Text text={problem} />{' '}
        <button type="button" class="link" onClick={() => page.send({ type: 'openProblem' })}>
          {t('Open File')}
        </button>
      </span>
    </p>
  );
}

function Empty({ page }: { readonly page: EnvironmentPage }) {
  return (
    <div class="calm environment-empty">
      <p>{t('This collection has no environments yet. An environment is a set of values, such as the host of a test server.')}</p>
      <button type="button" class="button" onClick={() => page.send({ type: 'addEnvironment' })}>
        <Icon name="add" />
        {t('Add Environment')}
      </button>
    </div>
  );
}

/** One line about the focused item, for screen readers too. */
function Details({ page }: { readonly page: EnvironmentPage }) {
  const { cell, name, row, column } = page.cellAt(page.at.value);
  const resolved = name === undefined ? undefined : page.resolvedOf(name);
  const hint =
    cell?.kind === 'private'
      ? t('In a private file, so it is hidden. Enter opens the file.')
      : cell?.kind === 'secret'
        ? t('A secret, so it is hidden. Enter opens the file.')
        : cell !== null && !cell.isEditable
          ? t('Enter opens the file.')
          : '';
  const parts =
    name === undefined
      ? [row !== undefined || column?.isShared === false ? t('F2 renames, Delete deletes.') : '']
      : [cell?.place ?? t('No value here. Enter adds one.'), resolved === undefined ? '' : `= ${resolved}`, hint];
  return (
    <div class="environment-details dim">
      <span role="status">
        <Text text={parts.filter((part) => part !== '').join('  ·  ')} />
      </span>
      {cell !== null && name !== undefined && (
        <button type="button" class="link" onClick={() => page.send({ type: 'move', ...name })}>
          {cell.kind === 'private' ? t('Move to Public File') : t('Move to Private File')}
        </button>
      )}
    </div>
  );
}
