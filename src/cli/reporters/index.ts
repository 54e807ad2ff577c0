// The reporters of `req run`.
import { dotReporter } from './dotReporter.ts';
import { githubReporter } from './githubReporter.ts';
import { htmlReporter } from './htmlReporter.ts';
import { jsonReporter } from './jsonReporter.ts';
import { junitReporter } from './junitReporter.ts';
import { prettyReporter } from './prettyReporter.ts';
import { tapReporter } from './tapReporter.ts';
import type { Reporter, ReporterName, ReportSink } from './reporter.ts';

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
