// What the APIs of language models stream, event by event, as their documentation shows it.

/** `POST /v1/chat/completions`, two parallel tool calls. */
export const openaiChat = [
  '{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1700000000,"model":"gpt-4o","choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}],"usage":null}',
  '{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hel"},"finish_reason":null}],"usage":null}',
  '{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":1,"delta":{"content":"another"},"finish_reason":null}]}',
  '{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"lo ☕"},"finish_reason":null}]}',
  '{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_a","type":"function","function":{"name":"get_weather","arguments":""}}]},"finish_reason":null}]}',
  '{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"call_b","type":"function","function":{"name":"get_time","arguments":""}}]},"finish_reason":null}]}',
  '{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"city\\":"}},{"index":1,"function":{"arguments":"{}"}}]},"finish_reason":null}]}',
  '{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\\"Paris\\"}"}}]},"finish_reason":null}]}',
  '{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}',
  '{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":12,"total_tokens":21}}',
  '[DONE]',
];

export const openaiResponses = [
  '{"type":"response.created","response":{"id":"resp_1","object":"response","status":"in_progress","output":[],"usage":null}}',
  '{"type":"response.output_item.added","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[]}}',
  '{"type":"response.reasoning_summary_text.delta","item_id":"rs_1","output_index":0,"summary_index":0,"delta":"Think"}',
  '{"type":"response.reasoning_summary_text.delta","item_id":"rs_1","output_index":0,"summary_index":0,"delta":"ing"}',
  '{"type":"response.output_item.added","output_index":1,"item":{"id":"msg_1","type":"message","status":"in_progress","role":"assistant","content":[]}}',
  '{"type":"response.content_part.added","item_id":"msg_1","output_index":1,"content_index":0,"part":{"type":"output_text","text":"","annotations":[]}}',
  '{"type":"response.output_text.delta","item_id":"msg_1","output_index":1,"content_index":0,"delta":"Hi"}',
  '{"type":"response.output_text.delta","item_id":"msg_1","output_index":1,"content_index":0,"delta":" there"}',
  '{"type":"response.output_text.done","item_id":"msg_1","output_index":1,"content_index":0,"text":"Hi there"}',
  '{"type":"response.output_item.added","output_index":2,"item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"get_weather","arguments":""}}',
  '{"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":2,"delta":"{\\"city\\""}',
  '{"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":2,"delta":":\\"Paris\\"}"}',
  '{"type":"response.function_call_arguments.done","item_id":"fc_1","output_index":2,"arguments":"{\\"city\\":\\"Paris\\"}"}',
  '{"type":"response.output_item.done","output_index":2,"item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"get_weather","arguments":"{\\"city\\":\\"Paris\\"}"}}',
  '{"type":"response.completed","response":{"id":"resp_1","object":"response","status":"completed","usage":{"input_tokens":37,"output_tokens":11,"total_tokens":48}}}',
];

export const anthropic = [
  '{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"model":"m","stop_reason":null,"usage":{"input_tokens":472,"output_tokens":2}}}',
  '{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}',
  '{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Let me see."}}',
  '{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"EqQBCg"}}',
  '{"type":"content_block_stop","index":0}',
  '{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}',
  '{"type":"ping"}',
  '{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Okay"}}',
  '{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":", let\'s check"}}',
  '{"type":"content_block_stop","index":1}',
  '{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_1","name":"get_weather","input":{}}}',
  '{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":""}}',
  '{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\\"location\\":"}}',
  '{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":" \\"San Francisco\\"}"}}',
  '{"type":"content_block_stop","index":2}',
  '{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":89}}',
  '{"type":"message_stop"}',
];

/** `POST …:streamGenerateContent?alt=sse`. */
export const gemini = [
  '{"candidates":[{"content":{"parts":[{"text":"Hm.","thought":true}],"role":"model"},"index":0}],"usageMetadata":{"promptTokenCount":4,"totalTokenCount":4}}',
  '{"candidates":[{"content":{"parts":[{"text":"The"},{"text":" sky"}],"role":"model"},"index":0}],"modelVersion":"gemini-2.5-flash"}',
  '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"dim","args":{"level":5.0,"room":"hall"}}},{"functionCall":{"name":"lock","args":{}}}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":4,"candidatesTokenCount":10,"totalTokenCount":14}}',
];

/** `POST /api/chat`, newline-delimited JSON. */
export const ollamaChat = [
  '{"model":"llama3.2","created_at":"2025-07-07T20:22:19.184789Z","message":{"role":"assistant","content":"","thinking":"Well"},"done":false}',
  '{"model":"llama3.2","created_at":"2025-07-07T20:22:19.184789Z","message":{"role":"assistant","content":"The"},"done":false}',
  '{"model":"llama3.2","created_at":"2025-07-07T20:22:19.2Z","message":{"role":"assistant","content":" sky","tool_calls":[{"function":{"name":"get_weather","arguments":{"city":"Tokyo"}}}]},"done":false}',
  '{"model":"llama3.2","created_at":"2025-07-07T20:22:19.3Z","message":{"role":"assistant","content":""},"done_reason":"stop","done":true,"total_duration":182242375,"prompt_eval_count":169,"eval_count":15}',
];

/** `POST /api/generate`, newline-delimited JSON. */
export const ollamaGenerate = [
  '{"model":"llama3.2","created_at":"2023-08-04T08:52:19.385406455-07:00","response":"The","done":false}',
  '{"model":"llama3.2","created_at":"2023-08-04T08:52:19.385406455-07:00","response":" sky","done":false}',
  '{"model":"llama3.2","created_at":"2023-08-04T19:22:45.499127Z","response":"","done":true,"done_reason":"length","context":[1,2,3],"prompt_eval_count":26,"eval_count":290}',
];
