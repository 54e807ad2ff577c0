import assert from 'node:assert/strict';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startSampleServer, type SampleServer } from '../../sample/server.mjs';
import { listRequests, parse } from '../../src/language/index.ts';
import { sendRun } from '../support/sendRun.ts';

const folder = fileURLToPath(new URL('../../sample/contract/', import.meta.url));
const textOf = (file: string): string => fs.readFileSync(`${folder}${file}`, 'utf8');

describe('the sample collection with a contract', () => {
  let server: SampleServer;

  before(async () => {
    server = await startSampleServer();
  });
  after(() => server.close());

  /** The results of each request of a file, by title. */
  async function resultsOf(file: string): Promise<ReadonlyMap<string, readonly string[]>> {
    const tree = parse(textOf(file));
    const found = new Map<string, readonly string[]>();
    for (const { title, block } of listRequests(tree)) {
      const { events } = await sendRun({
        'a.req': tree.text.slice(block.range.start, block.range.end),
        'collection.req': textOf('collection.req').replace('http://127.0.0.1:4010', server.url),
        'shop.yaml': textOf('shop.yaml'),
      });
      found.set(
        title,
        events.flatMap((e) => (e.kind === 'test' ? [e.result.message ?? `+ ${e.result.name}`] : [])),
      );
    }
    return found;
  }

  it('holds where the server keeps it: statuses, ranges of them, headers, bodies, events', async () => {
    const results = await resultsOf('1-orders.req');
    assert.deepEqual(Object.fromEntries(results), {
      Orders: ['+ response conforms (@contract)'],
      'One order': ['+ response conforms (@contract)'],
      'An order that does not exist': ['+ response conforms (@contract)', '+ status == 404'],
      'Place an order': ['+ response conforms'],
      'Follow the orders': ['+ response conforms (@contract)'],
      'Forget the orders': ['+ response conforms (@contract)'],
    });
  });

  it('reports each of ten violations of the server, with the place in the response and in the document', async () => {
    const results = await resultsOf('2-broken.req');
    const of = 'does not conform to GET /broken/{way} of ./shop.yaml: ';
    const at = './shop.yaml#/paths/~1broken~1{way}/get/responses';
    const schemas = './shop.yaml#/components/schemas';
    const types = 'application/json, text/event-stream';
    assert.deepEqual(Object.fromEntries(results), {
      'A status that is not documented': [`${of}status 418 is not documented, only 200 (${at})`],
      'A required header is missing': [`${of}the header X-Request-Id is missing (${at}/200/headers/X-Request-Id)`],
      'A header with a wrong value': [
        `${of}header X-Rate-Limit is "many" and must be an integer (${at}/200/headers/X-Rate-Limit/schema/type)`,
      ],
      'Another media type': [`${of}the media type is "text/html" and must be ${types} (${at}/200/content)`],
      'No body': [`${of}the body is empty and must be ${types} (${at}/200/content)`],
      'A member is missing': [`${of}body lacks "total" (${schemas}/Order/required)`],
      'A member of another type': [`${of}body.total is "12.5" and must be a number (${schemas}/Order/properties/total/type)`],
      'A value that is not allowed': [`${of}body.status is "lost" and must be one of "open", "paid", "sent" (${schemas}/Status/enum)`],
      'A wrong member deep in a list': [
        `${of}body.items[1].parts[0].count is 0 and must be at least 1 (${schemas}/Item/properties/count/minimum)`,
      ],
      'A wrong event in a stream': [`${of}events[2].data.id is "three" and must be an integer (${schemas}/Order/properties/id/type)`],
    });
  });
});
