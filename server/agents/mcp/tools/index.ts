import type { McpTool } from '../tool';
import { autopsyGet } from './autopsy-get';
import { backtest } from './backtest';
import { evaluateFactor } from './evaluate-factor';
import { proposePatch } from './propose-patch';
import { stdawVerify } from './stdaw-verify';
import { traceGet } from './trace-get';

/** All tools of the MCP server. */
export const MCP_TOOLS: readonly McpTool[] = [autopsyGet, stdawVerify, proposePatch, traceGet, backtest, evaluateFactor];
