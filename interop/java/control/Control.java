import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;

/**
 * Lets run.ts drive a program: a POST to /NAME?argument=value calls it, the body goes in, the answer comes out. An answer
 * is bytes, text, or a map, which is written as lines name=value. An exception is a 500 with its stack trace.
 */
public final class Control {
  public interface Call {
    Object run(Map<String, String> arguments, byte[] body) throws Exception;
  }

  private final Map<String, Call> calls = new LinkedHashMap<>();

  public Control on(String name, Call call) {
    calls.put(name, call);
    return this;
  }

  /** Serves until the program is killed; says on standard output where. */
  public void serve() throws IOException {
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", this::answer);
    server.start();
    System.out.println("CONTROL " + server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    var status = 200;
    byte[] answer;
    try {
      var call = calls.get(exchange.getRequestURI().getPath().substring(1));
      answer = bytes(call.run(arguments(exchange.getRequestURI().getRawQuery()), exchange.getRequestBody().readAllBytes()));
    } catch (Throwable problem) {
      status = 500;
      var trace = new StringWriter();
      problem.printStackTrace(new PrintWriter(trace));
      answer = trace.toString().getBytes(StandardCharsets.UTF_8);
    }
    exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private static byte[] bytes(Object answer) {
    if (answer instanceof byte[] bytes) return bytes;
    if (!(answer instanceof Map<?, ?> map)) return answer.toString().getBytes(StandardCharsets.UTF_8);
    var text = new StringBuilder();
    map.forEach((name, value) -> text.append(name).append('=').append(String.valueOf(value).replace('\n', ' ')).append('\n'));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static Map<String, String> arguments(String query) {
    var arguments = new HashMap<String, String>();
    if (query == null || query.isEmpty()) return arguments;
    for (var pair : query.split("&")) {
      var at = pair.indexOf('=');
      arguments.put(pair.substring(0, at), URLDecoder.decode(pair.substring(at + 1), StandardCharsets.UTF_8));
    }
    return arguments;
  }
}
