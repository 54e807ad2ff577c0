import { parentPort } from 'node:worker_threads';
import type { MarkupJob, MarkupReply } from './protocol.ts';
import { markupSelector } from './selectNodes.ts';

const select = markupSelector();
const reply = (message: MarkupReply): void => parentPort?.postMessage(message);

parentPort?.on('message', ({ document, query }: MarkupJob) => {
  reply({ kind: 'begun' });
  reply(select(document, query));
});
