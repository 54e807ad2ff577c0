// Requests one after the other over one connection: Req, the least that could be done, and the peers.
import http from 'node:http';
import net from 'node:net';
import { cpu, median } from './measure.mjs';

/** Requests per measurement, and measurements per client. */
const requests = 500;
const rounds = 9;

/**
 * Medians of all clients, measured in turn: the speed of a machine with few processors varies over time, depending on how it schedules
 * client and server.
 */
export async function clientRows(table, req, url, load) {
  const each = (send) => async () => {
    for (let i = 0; i < requests; i++) await send(`${url}/json`);
  };
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const [axios, got] = [load('axios'), load('got')];
  const undici = await import('undici');
  const ways = {
    bare: () => bareSocket(url, requests),
    Req: () => req.exchanges(`${url}/json`, requests),
    'undici request': each(async (to) => (await undici.request(to)).body.arrayBuffer()),
    'node:http': each(async (to) => drained(await asked(to, agent))),
    fetch: each(async (to) => (await fetch(to)).arrayBuffer()),
    'axios (Bruno)': axios && each((to) => axios.get(to, { httpAgent: agent, responseType: 'text' })),
    'got (httpYac)': got && each((to) => got(to, { agent: { http: agent } })),
  };
  const times = new Map(Object.keys(ways).map((name) => [name, []]));
  const processor = new Map(Object.keys(ways).map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (const [name, way] of Object.entries(ways)) {
      const [start, used] = [performance.now(), process.cpuUsage()];
      await way?.();
      const { user, system } = process.cpuUsage(used);
      if (round < 0) continue;
      times.get(name).push((performance.now() - start) / requests);
      processor.get(name).push((user + system) / 1000 / requests);
    }
  }
  agent.destroy();
  const row = (what, measured, goal) => {
    const { bare, Req: own, ...peers } = Object.fromEntries([...measured].map(([name, all]) => [name, median(all)]));
    const beside = Object.entries(peers).map(([name, ms]) => [name, () => (ways[name] === undefined ? undefined : ms)]);
    table.ratio(what, bare, own, goal, Object.fromEntries(beside));
  };
  row('the exchange (limit: a bare socket)', times, 3);
  row('the same, time of the processor', processor);
}

/** The connection alone: heads are made in advance and no event is emitted. Many requests, because each client must be warm. */
export async function connectionRow(table, req, url) {
  const many = 4 * requests;
  const undici = await import('undici');
  const client = new undici.Client(url);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const each = (send) => async () => {
    for (let i = 0; i < many; i++) await send();
  };
  const dispatched = () => new Promise((resolve, reject) => client.dispatch({ path: '/json', method: 'GET' }, handler(resolve, reject)));
  const asks = async () => drained(await asked(`${url}/json`, agent));
  const used = [];
  for (const way of [() => bareSocket(url, many), () => req.connectionExchanges(`${url}/json`, many), each(dispatched), each(asks)])
    used.push((await cpu(way)) / many);
  await client.close();
  agent.destroy();
  const [bare, own, byUndici, byNode] = used;
  const peers = { 'undici dispatch': () => byUndici, 'node:http': () => byNode };
  table.ratio('the connection alone, time of the processor', bare, own, undefined, peers);
}

/** The least that a listener of undici must handle. */
const handler = (resolve, reject) => ({
  onRequestStart: () => undefined,
  onResponseStart: () => undefined,
  onResponseData: () => undefined,
  onResponseEnd: resolve,
  onResponseError: (_, error) => reject(error),
});

export const asked = (url, agent) => new Promise((resolve, reject) => http.get(url, { agent }, resolve).once('error', reject));

async function drained(response) {
  for await (const chunk of response) void chunk;
}

/** The lower limit: writes the same bytes again when the last byte of a response of known length is read. */
function bareSocket(url, times) {
  const { port, host } = new URL(url);
  const head = Buffer.from(`GET /json HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(head));
    let left = times;
    let text = '';
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      text += chunk;
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
      if (text.length < end + 4 + length) return;
      text = '';
      if (--left > 0) socket.write(head);
      else resolve(socket.destroy());
    });
  });
}
