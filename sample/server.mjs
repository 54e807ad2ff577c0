#!/usr/bin/env node
// A small API to try requests on: `node sample/server.mjs [--port 4010]`. No dependency, nothing stored, local only.
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { problem, Refusal } from './server/answer.mjs';
import { chatRoutes } from './server/chat.mjs';
import { contractRoutes } from './server/contract.mjs';
import { echoRoutes } from './server/echo.mjs';
import { faultRoutes } from './server/faults.mjs';
import { graphqlRoutes } from './server/graphql.mjs';
import { kindRoutes } from './server/kinds.mjs';
import { createRouter } from './server/router.mjs';
import { sessionRoutes } from './server/session.mjs';
import { streamRoutes } from './server/streams.mjs';
import { userRoutes } from './server/users.mjs';
import { createUserStore } from './server/userStore.mjs';
import { welcomeRoutes } from './server/welcome.mjs';

/**
 * Starts the sample API on 127.0.0.1. Port 0 takes any free one. Each server has users of its own.
 * @param {{ port?: number }} options
 */
export async function startSampleServer({ port = 0 } = {}) {
  const users = createUserStore();
  const router = createRouter({
    ...userRoutes(users),
    ...graphqlRoutes(users),
    ...streamRoutes(users),
    ...chatRoutes,
    ...sessionRoutes(),
    ...kindRoutes,
    ...faultRoutes,
    ...contractRoutes,
    ...echoRoutes,
    ...welcomeRoutes,
  });
  const server = http.createServer((request, response) => {
    router(request, response).catch((error) => refuse(response, error));
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const taken = server.address().port;
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuse(response, error) {
  if (response.destroyed) return undefined;
  if (response.headersSent) return response.destroy();
  if (error instanceof Refusal) return problem(response, error);
  console.error(error);
  return problem(response, new Refusal(500, 'The sample server has a defect; see its terminal.'));
}

async function main() {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '4010' } } });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`--port is a number from 0 to 65535, not ${values.port}`);
  const { url } = await startSampleServer({ port });
  console.log(`Sample server: ${url}`);
  console.log('Open sample/collection/1-hello.req and send the first request. Ctrl+C stops the server.');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(error.code === 'EADDRINUSE' ? `Port ${error.port} is taken: choose another with --port, or 0 for any.` : error.message);
    process.exitCode = 1;
  });
}
