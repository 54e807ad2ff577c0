import { retryText } from '../../base/events/reconnectMessage.ts';
import { showClock, t } from '../../base/l10n.ts';
import type { Failure } from '../../base/reqError.ts';
import type { Substitution } from '../../language/index.ts';
import type { PanelSubstitution } from '../../protocol/runSteps.ts';
import type { ToPanel } from '../../protocol/messages.ts';
import type { RunEvent } from '../../runner/index.ts';

type ConsoleLine = Extract<ToPanel, { readonly type: 'console' }>['lines'][number];
type PanelFailure = NonNullable<Extract<ToPanel, { readonly type: 'finished' }>['failure']>;
type Aside = Extract<RunEvent, { readonly kind: 'retrying' | 'challenged' | 'script' | 'needed' | 'substituted' }>;

export function runStepsOf(runId: string, e: Aside): readonly ToPanel[] {
  switch (e.kind) {
    case 'challenged': {
      const { at, status, timings } = e;
      return [{ type: 'hop', runId, at, why: 'challenge', status, text: t('The server asked for credentials.'), timings }];
    }
    case 'retrying': {
      const { at, status, timings } = e;
      const text = retryText(e);
      return [
        { type: 'hop', runId, at, why: 'retry', status, text, timings },
        { type: 'console', runId, lines: [{ at, level: 'info', text }] },
      ];
    }
    case 'script': {
      const { phase, file, line, start, duration } = e;
      return [{ type: 'script', runId, phase, file, line, start, duration }];
    }
    case 'needed': {
      const { name, by, status, start, duration } = e;
      return [{ type: 'needed', runId, name, by, status, start, duration }];
    }
    case 'substituted':
      return [{ type: 'substituted', runId, substitutions: e.substitutions.map(rowOf), more: e.more }];
  }
}

export function failureForPage({ kind, message, hint, at, came, problems }: Failure): PanelFailure {
  return {
    kind,
    message,
    hint: hint ?? null,
    at: at ?? null,
    ...(came === undefined ? {} : { received: came }),
    ...(problems === undefined ? {} : { problems: problems.map((p) => ({ message: p.message, at: p.at })) }),
  };
}

export function consoleLine({ at, level, text, place, values }: Extract<RunEvent, { kind: 'console' }>): ConsoleLine {
  return { at, level, text, ...(place === undefined ? {} : { place }), ...(values === undefined ? {} : { values }) };
}

function rowOf({ placeholder, line, text, source }: Extract<Aside, { kind: 'substituted' }>['substitutions'][number]): PanelSubstitution {
  const at =
    source.kind === 'variable' && source.origin.file !== undefined ? { file: source.origin.file, line: source.origin.line ?? 1 } : null;
  return { placeholder, line: line ?? null, text, from: wordsOf(source), at };
}

function wordsOf(source: Substitution['source']): string {
  switch (source.kind) {
    case 'exchange':
      return t('the last exchange of {0}', source.name);
    case 'env':
      return t('the process environment');
    case 'dotenv':
      return t('the nearest .env');
    case 'secret':
      return t('the secret storage');
    case 'token':
      return t('signing in');
    case 'dynamic':
      return t('generated');
    case 'prompt':
      return t('your answer');
    case 'variable':
      return variableWords(source.origin);
  }
}

function variableWords(origin: Extract<Substitution['source'], { kind: 'variable' }>['origin']): string {
  switch (origin.layer) {
    case 'script': {
      const who =
        origin.byHand === true
          ? t('you')
          : origin.captured === true
            ? t('the request {0}', origin.request ?? '')
            : t('the script of {0}', origin.request ?? '');
      return origin.time === undefined ? who : `${who}, ${showClock(origin.time)}`;
    }
    case 'data':
      return t('a row of {0}', origin.option ?? '');
    case 'option':
      return t('the option {0}', origin.option ?? '--var');
    case 'prompt':
      return t('your answer');
    case 'environment':
      return t('environment {0}', origin.environment ?? '');
    case 'shared':
      return t('every environment ($shared)');
    case 'file':
      return t('the file');
    case 'folder':
      return t('the folder');
    case 'collection':
      return t('the collection');
  }
}
