import { request } from 'node:http'
import { zipSync, strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { clientImportApi } from '#domain/clients/import-api.ts'
import { upload } from '#test/upload.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const HEAD = 'type_identification,identification,first_name,last_name,email,phone,stratum,department,city,address'
const raw = async (path: string, token: string | null, type: string, chunks: () => Generator<Buffer>, length?: number) => {
  await t.app.ready()
  const address = await (listening ??= t.app.listen({ port: 0, host: '127.0.0.1' }))
  const started = Date.now()
  const before = process.memoryUsage().rss
  let peak = 0
  const out = await new Promise<unknown>((resolve) => {
    const timer = setTimeout(() => resolve('HANG'), 15000)
    const req = request(`${address}${path}`, { method: 'POST', headers: { 'content-type': type, ...(token ? { authorization: `Bearer ${token}` } : {}), ...(length ? { 'content-length': String(length) } : {}) } }, (res) => {
      let text = ''
      res.on('data', (d) => { text += d })
      res.on('end', () => { clearTimeout(timer); resolve([res.statusCode, text.slice(0, 200), res.headers.connection]) })
    })
    req.on('error', (e) => { clearTimeout(timer); resolve(['ERR', e.message]) })
    const gen = chunks()
    const pump = () => {
      for (;;) {
        peak = Math.max(peak, process.memoryUsage().rss)
        const { value, done } = gen.next()
        if (done) { req.end(); return }
        if (!req.write(value)) { req.once('drain', pump); return }
      }
    }
    pump()
  })
  console.log(path, type.slice(0, 30), JSON.stringify(out), Date.now() - started, 'ms; rss +', Math.round((peak - before) / 1e6))
  return out
}
let listening: Promise<string> | undefined
const B = 'multipart/form-data; boundary=xyz'
function* big(mb: number): Generator<Buffer> {
  yield Buffer.from('--xyz\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n')
  const block = Buffer.alloc(1 << 20, 'a,b,c\n')
  for (let i = 0; i < mb; i++) yield block
  yield Buffer.from('\r\n--xyz--\r\n')
}
test('probe wire', async () => {
  const company = await t.company()
  const p = await company.person('financial')
  const q = await company.person('technical')
  await raw('/api/client/massive', p.token, B, () => big(100))
  await raw('/api/client/massive', p.token, B, () => big(100), 100 * (1 << 20) + 200)
  await raw('/api/client/massive', q.token, B, () => big(100))
  await raw('/api/client/massive', null, B, () => big(100))
  await raw('/api/client/massive', p.token, 'text/csv', () => big(100))
  await raw('/api/client/massive', p.token, 'application/json', () => big(100))
  await raw('/api/client/massive', p.token, 'multipart/form-data', function* () { yield Buffer.from('hola') })
  await raw('/api/client/massive', p.token, B, function* () { yield Buffer.from('--xyz\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nabc') })
  await raw('/api/client/massive', p.token, B, function* () { yield Buffer.from('') })
  await raw('/api/client/massive', p.token, B, function* () { yield Buffer.from('--xyz\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nabc\r\n--xyz--\r\n') })
  await raw('/api/client/massive', p.token, B, function* () { yield Buffer.from('--xyz\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nabc\r\n--xyz\r\ncontent-disposition: form-data; name="file2"; filename="a.csv"\r\n\r\nabc\r\n--xyz--\r\n') })
  await raw('/api/client/massive', p.token, B, function* () { yield Buffer.from('--xyz\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n' + HEAD + '\nCC,123,A,B,,,3,Bogotá,Bogotá,X\r\n--xyz\r\ncontent-disposition: form-data; name="mapping"\r\n\r\n' + 'a'.repeat(30000) + '\r\n--xyz--\r\n') })
  await raw('/api/client/massive', p.token, B, function* () { yield Buffer.from('--xyz\r\ncontent-disposition: form-data; name="file"; filename="Año \u0000 lista\'s (1).csv"\r\n\r\n' + HEAD + '\nCC,123456,A,B,,,3,Bogotá,Bogotá,X\n\r\n--xyz--\r\n') })
  const s = (text: string | Buffer, name = 'a.csv') => upload(t, p, clientImportApi.upload, { name, bytes: Buffer.from(text as string) })
  const show = async (label: string, text: string | Buffer) => { const a = await s(text); console.log(label, a.status, a.text.slice(0, 400)) }
  await show('nul good', `${HEAD}\nCC,5551,A\u0000na,B,,,3,Bogotá,Bogotá,X\u0000 1`)
  await show('nul bad', `${HEAD}\nCC,5552,,B\u0000,,,3,Bogotá,Bogotá,X\u0000 1`)
  await show('xls', Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(5000, 7)]))
  await show('sep=', `sep=;\n${HEAD.replaceAll(',', ';')}\nCC;5553;A;B;;;3;Bogotá;Bogotá;X`)
  await show('title', `Listado de clientes\n\n${HEAD}\nCC,5554,A,B,,,3,Bogotá,Bogotá,X`)
  await show('cols', `${Array.from({ length: 49000 }, () => 'z').join(',')}\n1`)
  await show('mil saldo', `${HEAD},opening_balance\nCC,5555,A,B,,,3,Bogotá,Bogotá,X,99999999999999\nCC,5556,A,B,,,3,Bogotá,Bogotá,X,12.345\nCC,5557,A,B,,,3,Bogotá,Bogotá,X,12.3456\nCC,5558,A,B,,,3,Bogotá,Bogotá,X,(500)`)
  await show('dates', `${HEAD},date_contract\n${['1/2/2024', '2024-02-01 00:00:00', '2024/02/01', '01-02-2024', '45323', '1/2/24', '1900-01-01', '9999-12-31', '0001-01-01','2024-02-01T05:00:00'].map((d, i) => `CC,77${i}77,A,B,,,3,Bogotá,Bogotá,X,${d}`).join('\n')}`)
  // lying zip bomb
  const z = Buffer.from(zipSync({ '[Content_Types].xml': strToU8('<x/>'), 'xl/workbook.xml': strToU8('<workbook/>'), 'xl/worksheets/sheet1.xml': new Uint8Array(900 * 1024 * 1024) }, { level: 9 }))
  console.log('bomb size', z.length)
  for (let i = 0; i < z.length - 4; i++) {
    if (z.readUInt32LE(i) === 0x02014b50) z.writeUInt32LE(1000, i + 24)
    if (z.readUInt32LE(i) === 0x04034b50) z.writeUInt32LE(1000, i + 22)
  }
  const rss = process.memoryUsage().rss
  let peak = 0
  const iv = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss) }, 20)
  const t0 = Date.now()
  const a = await s(z, 'b.xlsx'); clearInterval(iv)
  console.log('lying bomb', a.status, a.text.slice(0, 200), Date.now() - t0, 'ms rss+', Math.round((peak - rss) / 1e6))
  expect(1).toBe(1)
}, 120000)
