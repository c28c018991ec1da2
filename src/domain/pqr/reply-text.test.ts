import { expect, test } from 'vitest'
import { REPLY_LINE, replyText } from './reply-text.ts'

const EMAIL = [`Andina Fibra S.A.S.`, '', `${REPLY_LINE}: lo que escribas queda en tu PQR.`, '', 'Hola, Ana. ¿Cuál?']
const quoted = EMAIL.map((line) => `> ${line}`.trimEnd())
const SAID = 'Vivo en la calle 5.\n\nGracias'

test('PQR-03 de una respuesta por correo queda solo lo que la persona escribió, con cada programa de correo', () => {
  const gmail = ['El lun, 23 nov 2026 a la(s) 10:00 a. m., Andina Fibra S.A.S. (', '<no-responder@x.co>) escribió:', '']
  for (const lines of [
    [SAID, '', ...gmail, ...quoted],
    [SAID, '', 'El 23/11/2026, a las 10:00, Andina <x@x.co> escribió:', '', ...quoted],
    [SAID, '', 'On Mon, Nov 23, 2026 at 10:00 AM Andina <x@x.co> wrote:', ...quoted],
    [
      SAID,
      '',
      '________________________________',
      'De: Andina <x@x.co>',
      'Enviado: lunes',
      'Para: Ana',
      'Asunto: PQR',
      '',
      ...EMAIL,
    ],
    [SAID, '', '-----Mensaje original-----', 'De: Andina', ...EMAIL],
    // An HTML mail as text: nothing marks the lines of the e-mail.
    [SAID, '', 'El lun, 23 nov 2026, Andina escribió:', ...EMAIL],
    [SAID, ...EMAIL.slice(2)],
    [...gmail, ...quoted, '', SAID],
    [SAID],
  ])
    expect(replyText(lines.join('\r\n')).replace(/\n*_{5,}$/, '')).toBe(SAID)
})

test('PQR-03 lo escrito entre las líneas de la carta queda, y un texto que solo cita queda completo', () => {
  expect(
    replyText(['El lunes Andina escribió:', '> ¿Dónde vives?', 'Calle 5', '> ¿Desde cuándo?', 'Ayer'].join('\n')),
  ).toBe('Calle 5\nAyer')
  expect(replyText('> solo esto')).toBe('> solo esto')
  expect(replyText('  \n ')).toBe('')
  expect(replyText('El técnico escribió:\nno voy')).toBe('El técnico escribió:\nno voy')
})

test('PQR-03 una carta con Fecha, De, Para y Asunto es de la persona y queda completa, con y sin el correo citado abajo', () => {
  const header = ['Fecha: 23 de noviembre de 2026', 'De: Yenny Bohórquez', 'Para: Andina Fibra', 'Asunto: Recurso']
  const appeal = ['Buenas tardes, interpongo recurso:', '', ...header, '', 'No estoy de acuerdo con la respuesta.']
  const mail = ['De: Andina <x@x.co>', 'Enviado: lunes, 23 de noviembre', 'Para: Yenny', 'Asunto: Tu PQR', '']
  const line = '________________________________'
  for (const [at, cited] of [
    [],
    ['El lun, 23 nov 2026, Andina <x@x.co> escribió:', ...quoted],
    ['El lun, 23 nov 2026, Andina escribió:', ...EMAIL],
    [...mail, ...EMAIL],
    [line, ...mail, ...EMAIL],
    EMAIL.slice(2),
  ].entries()) {
    const kept = replyText([...appeal, '', ...cited].join('\r\n'))
    expect([at, kept.replace(/\n*_{5,}$/, '')]).toEqual([at, appeal.join('\n')])
  }
  expect(replyText([header.slice(1).join('\n'), 'No estoy de acuerdo.'].join('\n'))).toContain('No estoy de acuerdo.')
})

test('PQR-03 un texto enorme se limpia antes del límite de una prueba', { timeout: 5_000 }, () => {
  expect(replyText('El x\n'.repeat(400_000))).toBeTypeOf('string')
  expect(replyText('De: a\n'.repeat(400_000))).toBeTypeOf('string')
})
