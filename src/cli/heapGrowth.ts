import { setFlagsFromString } from 'node:v8';

/**
 * Collects garbage when the heap has grown by 60 % since the last collection. V8 would let it grow to four times that size: 1.8 GB for a
 * file of 480,000 requests, of which 0.5 GB are in use. `req check` and an import do not become slower.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=60');
}
