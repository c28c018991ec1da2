import { spawnSync } from 'node:child_process'
import { collections } from './collections.ts'
import { contractDocument } from './contract-pdf.ts'
import { dashboard } from './dashboard.ts'
import { desk } from './desk.ts'
import { documents } from './documents.ts'
import { documentsPace } from './documents-pace.ts'
import { exportList } from './export-list.ts'
import { type Figure, printFigures, recordFigure } from './figures.ts'
import { importClients } from './import.ts'
import { importMany } from './import-many.ts'
import { list } from './list.ts'
import { login } from './login.ts'
import { massive } from './massive.ts'
import type { BenchName } from './measured.ts'
import { network } from './network.ts'
import { pdf } from './pdf.ts'
import { portal } from './portal.ts'
import { pqr } from './pqr.ts'
import { providerHang } from './provider-hang.ts'
import { radius } from './radius.ts'
import { reportForm } from './report-form.ts'
import { reportPages } from './report-pages.ts'
import { reports } from './reports.ts'
import { request } from './request.ts'
import { restore } from './restore.ts'
import { search } from './search.ts'
import { bankStatement } from './statement.ts'
import { streams } from './streams.ts'
import { webhook } from './webhook.ts'

const BENCHES: Readonly<Record<BenchName, () => Promise<Figure>>> = {
  collections,
  'contract-pdf': contractDocument,
  dashboard,
  desk,
  documents,
  'documents-pace': documentsPace,
  'export-list': exportList,
  import: importClients,
  'import-many': importMany,
  list,
  login,
  massive,
  network,
  pdf,
  portal,
  pqr,
  'provider-hang': providerHang,
  radius,
  'report-form': reportForm,
  'report-pages': reportPages,
  reports,
  request,
  restore,
  search,
  statement: bankStatement,
  streams,
  webhook,
}

/** Prints one figure as a line of JSON and stores it; the exit code is 1 when it is below its target. */
async function runOne(bench: () => Promise<Figure>): Promise<number> {
  const start = performance.now()
  const figure = await bench()
  console.log(JSON.stringify(figure))
  recordFigure(figure, (performance.now() - start) / 1_000)
  return figure.ratio < figure.target ? 1 : 0
}

/** Runs each bench in its own process, one after another; a failure does not stop the others. */
function runAll(): number {
  const failed = Object.keys(BENCHES).filter(
    (name) => spawnSync(process.execPath, [import.meta.filename, name], { stdio: 'inherit' }).status !== 0,
  )
  console.log(printFigures())
  if (failed.length > 0) console.error(`failed, or below the limit: ${failed.join(', ')}`)
  return failed.length > 0 ? 1 : 0
}

const name = process.argv[2] ?? ''
const bench = Object.entries(BENCHES).find(([key]) => key === name)?.[1]
if (bench) process.exitCode = await runOne(bench)
else if (name === 'all') process.exitCode = runAll()
else if (name === 'list-figures') console.log(printFigures())
else {
  console.error(`npm run bench -- all | list-figures | ${Object.keys(BENCHES).join(' | ')}`)
  process.exitCode = 2
}
