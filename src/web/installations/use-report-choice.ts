import { useEffect, useState } from 'react'
import type { WorkOrder } from '#domain/installations/report.ts'
import { chooseReport, type KeptReport, withOrder } from './report-choice.ts'
import { type DeviceReport, listFiles, listReports, saveReport } from './report-store.ts'

/** The form of a contract. `id`: the report that the address names. `order`: that of the visit that it is opened from. */
export type Subject = {
  owner: string
  no: string
  identification: string
  client: string
  id: string | null
  order: WorkOrder | null
}

type Chosen = { readonly kept: KeptReport } | { readonly unsent: readonly DeviceReport[] }

/** The report to write, or the unsent ones of this contract to choose from. Null while this device is read; 'unreadable' when it cannot be. */
export function useReportChoice({
  owner,
  no,
  identification,
  client,
  id,
  order,
}: Subject): Chosen | 'unreadable' | null {
  const [chosen, setChosen] = useState<Chosen | 'unreadable' | null>(null)
  useEffect(() => {
    let isGone = false
    const load = async (): Promise<Chosen> => {
      const reports = (await listReports(owner, Date.now())).filter(({ no_contract }) => no_contract === no)
      const kept = await Promise.all(reports.map(async (report) => ({ report, files: await listFiles(report.id) })))
      const choice = chooseReport(kept, { id, order })
      if (choice.kind === 'ask') return choice
      if (choice.kind === 'open') return { kept: { ...choice.kept, report: withOrder(choice.kept.report, order) } }
      const begun = newReport({ owner, no, identification, client })
      return { kept: { report: withOrder({ ...begun, id: choice.id ?? begun.id }, order), files: [] } }
    }
    load().then(
      (found) => !isGone && setChosen(found),
      () => !isGone && setChosen('unreadable'),
    )
    return () => {
      isGone = true
    }
  }, [owner, no, identification, client, id, order])
  return chosen
}

/** Begins another report of the contract, beside those that it has, and keeps it on this device. Returns its id. */
export async function beginReport(subject: Omit<Subject, 'id'>): Promise<string> {
  const report = withOrder(newReport(subject), subject.order)
  await saveReport(report)
  return report.id
}

const newReport = ({ owner, no, identification, client }: Omit<Subject, 'id' | 'order'>): DeviceReport => ({
  id: crypto.randomUUID(),
  owner,
  status: 'draft',
  saved_at: Date.now(),
  sent_at: null,
  no_contract: no,
  identification,
  client,
  started_at: new Date().toISOString(),
  ended_at: null,
  values: {},
  strokes: {},
  also: false,
  failure: null,
  consecutive: null,
})
