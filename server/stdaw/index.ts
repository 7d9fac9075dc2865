/** What other rooms use of STDAW. */
export { applyDiff, tryApplyDiff } from './diff/apply-diff';
export { makeUnifiedDiff } from './diff/make-unified-diff';
export { parseUnifiedDiff } from './diff/parse-unified-diff';
export type { DiffRejection, TextFile } from './diff/types';
export { countAstEdits } from './scope/count-ast-edits';
export { compareDeclarations, declarationsOf, parseModule } from './scope/declarations';
export { replayRecord } from './record/replay-record';
export { signingKey } from './record/signing-key';
export { makeRecord, openRecord, storeRecord } from './record/verdict-record';
export { type Verification, verifyPackage } from './verify-package';
export type { VerifyInput, VerifyMarket } from './verify/types';
