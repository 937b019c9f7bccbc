const units = ["B", "KB", "MB", "GB", "TB"] as const;
const decimals = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Size in binary units with one decimal, with the number of bytes on hover. */
export function ByteSize({ bytes }: { readonly bytes: number }) {
  return (
    <span className="whitespace-nowrap tabular-nums" title={`${bytes.toLocaleString()} B`}>
      {byteSize(bytes)}
    </span>
  );
}

export function byteSize(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return step === 0 ? `${bytes} B` : `${decimals.format(bytes / 1024 ** step)} ${units[step]}`;
}
