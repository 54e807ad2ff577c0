import { t } from '../../base/l10n.ts';
import { ReqError } from '../../base/reqError.ts';

/** Edits are valid only for the text that was read: the error if it is another one now. */
export const changedMeanwhile = (): ReqError =>
  new ReqError('usage', t('The files changed in the meantime. Nothing was edited. Try again.'));
