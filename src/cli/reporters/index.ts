// What `req run` alone needs: a bundle of its own.
import { dotReporter } from './dot.ts';
import { githubReporter } from './github.ts';
import { htmlReporter } from './html.ts';
import { jsonReporter } from './json.ts';
import { junitReporter } from './junit.ts';
import { prettyReporter } from './pretty.ts';
import { tapReporter } from './tap.ts';
import type { Reporter, ReporterName, ReportSink } from './types.ts';

const reporters: Readonly<Record<ReporterName, (sink: ReportSink) => Reporter>> = {
  pretty: prettyReporter,
  dot: dotReporter,
  json: jsonReporter,
  junit: junitReporter,
  html: htmlReporter,
  tap: tapReporter,
  github: githubReporter,
};

export const createReporter = (name: ReporterName, sink: ReportSink): Reporter => reporters[name](sink);
