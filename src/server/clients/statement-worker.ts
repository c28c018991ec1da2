import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { Statement } from '#domain/clients/statement.ts'
import { DayText } from '#domain/core/days.ts'
import { LetterheadData, LogoData } from '#server/documents/thread-data.ts'
import { statementPdf } from './statement-file.ts'

const Work = z.object({ issuer: LetterheadData, logo: LogoData, statement: Statement, today: DayText })

/** Draws one statement outside the server's thread. */
const { issuer, logo, statement, today } = z.parse(Work, workerData)
const drawn = await statementPdf(issuer, logo, statement, today)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.postMessage(drawn)
