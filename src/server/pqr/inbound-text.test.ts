import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { pqrInboundApi } from '#domain/pqr/inbound-api.ts'
import { filedCase, morningOf } from '#test/cases/filed.ts'
import { fromMailServer, mailOf } from '#test/cases/mails.ts'
import { testApp } from '#test/world.ts'
import { replyAddress } from './reply-address.ts'

const t = testApp()

/** An answered case, to which its person writes by mail. */
async function answered() {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company())
  const params = { id: filed.id }
  await by.call(pqrApi.answer, { params, body: { text: 'Revisamos la red.', decision: 'contra' } })
  const write = async (text: string) => {
    const mail = mailOf({ to: replyAddress(t.world.config, filed.id) ?? '', text })
    expect((await t.ask(pqrInboundApi.receive, fromMailServer(t, mail))).status).toBe(200)
    const { data } = await by.call(pqrApi.get, { params })
    return (kind: string) => data.entries.filter((entry) => entry.kind === kind).map((entry) => entry.text)
  }
  return { client, params, write }
}

test('PQR-03 el recurso que llega como carta dentro de un correo queda completo en el hilo', async () => {
  const { write } = await answered()
  const header = ['Fecha: 23 de noviembre de 2026', 'Para: Andina Fibra S.A.S.', 'Asunto: Recurso de reposición']
  const appeal = ['Buenas tardes, interpongo recurso:', '', ...header, '', 'El cobro de octubre no es mío.'].join('\n')
  expect((await write(appeal))('message')).toEqual([appeal])
})

test('PQR-09 un correo largo a una PQR cerrada queda completo en notas, y lo que no cabe se dice', async () => {
  const { client, params, write } = await answered()
  await client.call(pqrApi.close, { params, body: {} })
  const notes = (await write(`${'a'.repeat(10_000)}${'b'.repeat(10_000)}el final`))('note')
  expect(notes.map((text) => text.slice(-10))).toEqual(['aaaaaaaaaa', 'bbbbbbbbbb', 'el final'])
  expect(notes[0]).toMatch(/^Llegó este correo a la PQR cerrada\. Si pide algo nuevo, radícalo:\n\na/)
  const longer = (await write('c'.repeat(50_012)))('note').slice(notes.length)
  expect([longer.length, longer.at(-1)]).toEqual([
    6,
    'No guardamos las últimas 12 letras del correo: envíalas en otro.',
  ])
})
