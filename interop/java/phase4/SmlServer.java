import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import jakarta.xml.ws.Endpoint;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** An SML whose SOAP side is generated from the published contract: the two services behind TLS with client certificate. */
final class SmlServer {
  static final Map<String, String> publishers = new LinkedHashMap<>();
  static final Map<String, String> participants = new LinkedHashMap<>();
  static final Map<String, String> migrations = new LinkedHashMap<>();

  /** Arguments: directory of the key stores. */
  static Object start(Map<String, String> in, byte[] body) throws Exception {
    var stores = new Stores(in.get("directory"));
    var keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(stores.open("tls"), Stores.PASSWORD.toCharArray());
    var trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(stores.open("trust"));
    var tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
    var server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls) {
      @Override
      public void configure(HttpsParameters parameters) {
        var wanted = tls.getDefaultSSLParameters();
        wanted.setNeedClientAuth(true);
        parameters.setSSLParameters(wanted);
      }
    });
    Endpoint.create(new SmlMetadataService()).publish(server.createContext("/sml/manageservicemetadata"));
    Endpoint.create(new SmlParticipantService()).publish(server.createContext("/sml/manageparticipantidentifier"));
    server.start();
    return Map.of("port", server.getAddress().getPort());
  }
}
