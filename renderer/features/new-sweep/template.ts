/** What a new sweep starts from: the reference recipe on the built-in model, small enough for a laptop. */
export const template = `name: new sweep
task: router-47
base: builtin:smollm2-135m
paths: { peft: { dtype: bf16 } }
seeds: 1..3
arms:
  - { name: base }
  - { name: prompt, prompt: { shots: 8 } }
  - name: lora
    lora: { rank: 16, alpha: 32 }
    train: { lr: 1e-4, epochs: 10 }
`;

export const templateFile = "new-sweep.yaml";
