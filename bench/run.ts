import { dashboard } from './dashboard.ts'
import { hang } from './hang.ts'
import { importing } from './import.ts'
import { list } from './list.ts'
import { login } from './login.ts'
import { massive } from './massive.ts'
import { pdf } from './pdf.ts'
import { portal } from './portal.ts'
import { request } from './request.ts'
import { restore } from './restore.ts'
import { search } from './search.ts'
import { streams } from './streams.ts'
import { webhook } from './webhook.ts'

const BENCHES = {
  dashboard,
  hang,
  import: importing,
  list,
  login,
  massive,
  pdf,
  portal,
  request,
  restore,
  search,
  streams,
  webhook,
}

/** Prints one figure as a line of JSON; the exit code is 1 when it is below its target. */
const name = process.argv[2] ?? ''
const bench = Object.entries(BENCHES).find(([key]) => key === name)?.[1]
if (bench) {
  const figure = await bench()
  console.log(JSON.stringify(figure))
  process.exitCode = figure.ratio < figure.target ? 1 : 0
} else {
  console.error(`npm run bench -- ${Object.keys(BENCHES).join(' | ')}`)
  process.exitCode = 2
}
