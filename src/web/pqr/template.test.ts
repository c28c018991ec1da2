import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { pesos } from '#domain/core/money.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { fillTemplate, TEMPLATE_VARIABLES } from '#domain/pqr/template.ts'
import { byTopic, templateValues, withTemplate } from './template.ts'

/** What a template reads of a case. */
const CASE: Pick<PqrCase, 'petitioner' | 'reference' | 'filed_on' | 'subject' | 'no_contract' | 'claim' | 'answer_by'> =
  {
    petitioner: {
      name: 'Yenny Rojas',
      type_identification: 'CC',
      identification: '52123456',
      email: null,
      phone: null,
      address: null,
    },
    reference: '4488-26-0000000007',
    filed_on: day('2026-11-20'),
    subject: 'Cobro de más',
    no_contract: 'AF-000005',
    claim: null,
    answer_by: day('2026-12-14'),
  }
const TODAY = day('2026-12-01')
const valuesOf = (fields: Partial<PqrCase> = {}) =>
  templateValues({ ...CASE, ...fields } as PqrCase, 'Andina Fibra', TODAY)
const claim = { number: 'AF-1042', amount: pesos(41_000) } as PqrCase['claim']

test('PQR-03 una plantilla lleva los datos del cliente, del caso y de la factura que reclama', () => {
  expect(valuesOf({ claim })).toEqual({
    nombre: 'Yenny Rojas',
    identificacion: '52123456',
    radicado: '4488-26-0000000007',
    fecha: '20 de noviembre de 2026',
    hoy: '1 de diciembre de 2026',
    asunto: 'Cobro de más',
    contrato: 'AF-000005',
    factura: 'AF-1042',
    valor: '$ 41.000,00',
    respuesta_maxima: '14 de diciembre de 2026',
    empresa: 'Andina Fibra',
  })
  const every = TEMPLATE_VARIABLES.map((name) => `{{${name}}}`).join(' ')
  expect(fillTemplate(every, valuesOf({ claim }))).not.toContain('{{')
})

test('PQR-03 lo que el caso no tiene queda entre llaves, para que la mesa lo vea antes de enviar', () => {
  const values = valuesOf({ no_contract: null })
  expect([values.contrato, values.factura, values.valor]).toEqual(['', '', ''])
  expect(fillTemplate('{{nombre}}: factura {{factura}} del contrato {{contrato}}', values)).toBe(
    'Yenny Rojas: factura {{factura}} del contrato {{contrato}}',
  )
})

test('PQR-03 una plantilla no borra lo que ya se escribió, y otra cambia solo la anterior', () => {
  expect(withTemplate('', '', 'Cordial saludo.')).toBe('Cordial saludo.')
  expect(withTemplate('Ya hablamos ayer.', '', 'Cordial saludo.')).toBe('Ya hablamos ayer.\n\nCordial saludo.')
  expect(withTemplate('Ya hablamos ayer.\n\nCordial saludo.', 'Cordial saludo.', 'Gracias.')).toBe(
    'Ya hablamos ayer.\n\nGracias.',
  )
  expect(withTemplate('Cordial saludo. Cambiado.', 'Cordial saludo.', 'Gracias.')).toBe(
    'Cordial saludo. Cambiado.\n\nGracias.',
  )
})

test('PQR-03 primero van las plantillas del tema, después las de cualquier tema y al final las de otro', () => {
  const templates = [
    { name: 'reclamo', typology: 'facturacion' },
    { name: 'visita', typology: 'calidad' },
    { name: 'saludo', typology: null },
  ] as const
  const names = (typology: 'calidad' | 'traslado') => byTopic(templates, typology).map(({ name }) => name)
  expect(names('calidad')).toEqual(['visita', 'saludo', 'reclamo'])
  expect(names('traslado')).toEqual(['saludo', 'reclamo', 'visita'])
})
