import { DayInput } from '#web/ui/DayInput.tsx'

/** The day at whose end a list of the books is read. */
export const DayFilter = ({
  on,
  onFilter,
}: {
  on: string | undefined
  onFilter: (name: 'on', value: string) => void
}) => (
  <label>
    <span>Al final del día</span>
    <DayInput value={on ?? ''} onChange={(value) => onFilter('on', value)} />
  </label>
)
