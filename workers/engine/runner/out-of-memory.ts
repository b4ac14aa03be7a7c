/** What programs print when a card's or the machine's memory has run out: PyTorch, CUDA, cuBLAS, cuDNN, Python and the C++ runtime. */
const words = [
  "CUDA out of memory",
  "torch.OutOfMemoryError",
  "torch.cuda.OutOfMemoryError",
  "CUDA error: out of memory",
  "cudaErrorMemoryAllocation",
  "CUDA_ERROR_OUT_OF_MEMORY",
  "CUBLAS_STATUS_ALLOC_FAILED",
  "CUDNN_STATUS_ALLOC_FAILED",
  "DefaultCPUAllocator: can't allocate memory",
  "DefaultCPUAllocator: not enough memory",
  "std::bad_alloc",
  "MemoryError",
  "Cannot allocate memory",
] as const;

/** Whether a program's last output says that memory ran out; for one that could not write that down itself. */
export function saysOutOfMemory(output: string): boolean {
  return words.some((one) => output.includes(one));
}
