import { useLocation } from "wouter";
import { useVerify } from "../../../client/hooks/substrates.ts";
import { Button } from "../../../components/button.tsx";

/** Starts one run of every arm again; what came out then stands on the protocol pages of both experiments. */
export function VerifyButton({ experimentId }: { readonly experimentId: string }) {
  const verify = useVerify();
  const [, navigate] = useLocation();
  const start = () => verify.mutate({ id: experimentId, arms: null, seed: null }, { onSuccess: ({ id }) => navigate(`/experiment/${id}/runs`) });
  return (
    <Button disabled={verify.isPending} onClick={start}>
      Run each arm’s first seed again
    </Button>
  );
}
