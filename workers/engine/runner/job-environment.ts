/** Variables a job may see of the engine's own; the rest stays here, so that a run does not hang on someone's shell. */
const handedOn = /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|LOCALAPPDATA|APPDATA|USERPROFILE|XDG_CACHE_HOME|FLIPBOOK_\w+|HF_\w+|HUGGING\w+|TRANSFORMERS_\w+|CUDA_\w+|NVIDIA_\w+|PYTORCH_\w+|TORCH_\w+|LD_LIBRARY_PATH|SSL_CERT_FILE|REQUESTS_CA_BUNDLE|https?_proxy|HTTPS?_PROXY|no_proxy|NO_PROXY)$/;

type Wishes = { readonly threads: number | null; readonly gate: Readonly<Record<string, string>> };

/** The environment of a job: what it needs of the engine's, and what makes its results repeatable. */
export function jobEnvironment(env: NodeJS.ProcessEnv, { threads, gate }: Wishes): Record<string, string> {
  const kept = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && handedOn.test(entry[0]));
  return {
    ...Object.fromEntries(kept),
    ...(threads === null ? {} : { OMP_NUM_THREADS: String(threads), MKL_NUM_THREADS: String(threads), OPENBLAS_NUM_THREADS: String(threads) }),
    PYTHONUNBUFFERED: "1",
    PYTHONIOENCODING: "utf-8",
    PYTHONHASHSEED: "0",
    PYTHONDONTWRITEBYTECODE: "1",
    TOKENIZERS_PARALLELISM: "false",
    CUBLAS_WORKSPACE_CONFIG: ":4096:8",
    TERM: "xterm-256color",
    ...gate,
  };
}
