/**
 * The limit of a chat completion in the words its server knows. OpenAI's newer models refuse max_tokens, and Ollama takes
 * max_completion_tokens and ignores it (ollama/ollama#7125); llama.cpp and vLLM know both. A server over plain http is one's own.
 */
export const tokenLimit = (baseUrl: string | null, maxTokens: number): { max_tokens: number } | { max_completion_tokens: number } => (baseUrl?.startsWith('http:') ? { max_tokens: maxTokens } : { max_completion_tokens: maxTokens });
