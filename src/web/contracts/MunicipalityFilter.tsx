import { contractApi } from '#domain/contracts/api.ts'
import { useRead } from '#web/core/queries.ts'
import { SelectFilter } from '#web/ui/SelectFilter.tsx'

type Props = { value: string | undefined; onChange: (code: string) => void }

/** A filter of a list by the municipality of the service: those where the company has contracts. */
export function MunicipalityFilter({ value, onChange }: Props) {
  const { data } = useRead(contractApi.municipalities, {})
  return (
    <SelectFilter
      label="Municipio"
      options={data?.data.map(({ code, city, department }) => ({ value: code, label: `${city}, ${department}` })) ?? []}
      value={value}
      onChange={onChange}
    />
  )
}
