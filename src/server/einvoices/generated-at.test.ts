import { expect, test } from 'vitest'
import { generatedAt } from './generated-at.ts'

const of = (day: string, time: string) =>
  `<Invoice xmlns="urn"><cbc:IssueDate>${day}</cbc:IssueDate><cbc:IssueTime>${time}</cbc:IssueTime></Invoice>`

test('EIN-04 la hora en que se generó un documento es la de su XML, también dentro del contenedor', () => {
  expect(generatedAt(of('2026-11-29', '15:04:05-05:00'))?.toISOString()).toBe('2026-11-29T20:04:05.000Z')
  const container = `<AttachedDocument><cbc:IssueDate>2026-11-30</cbc:IssueDate><cbc:IssueTime>01:00:00-05:00</cbc:IssueTime><![CDATA[${of('2026-11-29', '15:04:05-05:00')}]]></AttachedDocument>`
  expect(generatedAt(container)?.toISOString()).toBe('2026-11-29T20:04:05.000Z')
  expect([generatedAt('<x/>'), generatedAt(of('2026-11-29', 'tarde')), generatedAt('<Invoice></Invoice>')]).toEqual([
    null,
    null,
    null,
  ])
})
